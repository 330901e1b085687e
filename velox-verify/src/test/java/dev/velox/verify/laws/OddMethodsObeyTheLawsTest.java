package dev.velox.verify.laws;

/** The second method, the fourth, and so on. */
class OddMethodsObeyTheLawsTest extends EveryMethodObeysTheLaws {
  OddMethodsObeyTheLawsTest() {
    super(1);
  }
}
