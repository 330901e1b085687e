package dev.velox.verify.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Public declarations of one Java source that have no Javadoc comment, by the compiler's parser.
 */
final class Undocumented extends TreePathScanner<@Nullable Void, Boolean> {
  private final String file;
  private final DocTrees docs;
  private final List<String> found = new ArrayList<>();

  private Undocumented(String file, DocTrees docs) {
    this.file = file;
    this.docs = docs;
  }

  static List<String> in(String file, String text) {
    var source =
        new SimpleJavaFileObject(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    var compiler = ToolProvider.getSystemJavaCompiler();
    var task = (JavacTask) compiler.getTask(null, null, null, null, null, List.of(source));
    try {
      Undocumented scanner = new Undocumented(file, DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        scanner.scan(unit, false);
      }
      return scanner.found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, Boolean inInterface) {
    if (!visible(type.getModifiers(), inInterface)) {
      return null;
    }
    report(type.getSimpleName().toString());
    boolean isInterface =
        type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
    for (Tree member : type.getMembers()) {
      scan(member, isInterface);
    }
    return null;
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, Boolean inInterface) {
    ModifiersTree modifiers = method.getModifiers();
    boolean overrides =
        modifiers.getAnnotations().stream()
            .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
    boolean compact = method.getReturnType() == null && owner().getKind() == Tree.Kind.RECORD;
    if (visible(modifiers, inInterface) && !overrides && !compact) {
      report(method.getName().toString());
    }
    return null;
  }

  @Override
  public @Nullable Void visitVariable(VariableTree field, Boolean inInterface) {
    boolean component =
        owner().getKind() == Tree.Kind.RECORD
            && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    if (!component && visible(field.getModifiers(), inInterface)) {
      report(field.getName().toString());
    }
    return null;
  }

  private ClassTree owner() {
    return (ClassTree) getCurrentPath().getParentPath().getLeaf();
  }

  private static boolean visible(ModifiersTree modifiers, boolean inInterface) {
    var flags = modifiers.getFlags();
    return flags.contains(Modifier.PUBLIC)
        || flags.contains(Modifier.PROTECTED)
        || (inInterface && !flags.contains(Modifier.PRIVATE));
  }

  private void report(String name) {
    TreePath path = getCurrentPath();
    if (docs.getDocComment(path) == null) {
      found.add(file + ": " + name);
    }
  }
}
