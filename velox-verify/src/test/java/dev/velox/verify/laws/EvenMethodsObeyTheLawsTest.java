package dev.velox.verify.laws;

/** The first method, the third, and so on. */
class EvenMethodsObeyTheLawsTest extends EveryMethodObeysTheLaws {
  EvenMethodsObeyTheLawsTest() {
    super(0);
  }
}
