import { Visitor } from '@swc/core/Visitor.js';

type VisitStatement = (statement: { type: string; decls?: unknown[] }) => unknown;

const prototype = Visitor.prototype as unknown as { visitStatement: VisitStatement };

/**
 * dependency-cruiser walks files with this visitor, which stops at `using x = ...`.
 * A `using` is a `const` to whoever looks for imports.
 */
export const teachUsing = (): void => {
  const visitStatement = prototype.visitStatement;
  prototype.visitStatement = function visit(statement) {
    const known =
      statement.type === 'UsingDeclaration'
        ? { ...statement, type: 'VariableDeclaration', kind: 'const', declare: false, declarations: statement.decls }
        : statement;
    return visitStatement.call(this, known);
  };
};
