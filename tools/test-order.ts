import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files by parts of their paths. */
export interface TestOrder {
  /** Begun first, in that order. */
  first: readonly string[];
  /** Begun in that order when so many have begun. */
  later?: { after: number; names: readonly string[] };
}

/** Order of test files in a checkout that has never measured them: those that are named, between them and then the longest. */
export const ordered = ({ first, later = { after: 0, names: [] } }: TestOrder): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return inOrder(await super.sort(files), ({ moduleId }) => moduleId, { first, later });
    }
  };

/** Puts what is named where it belongs; all others stay in their order. */
export function inOrder<T>(sorted: readonly T[], pathOf: (file: T) => string, order: Required<TestOrder>): T[] {
  const named = (names: readonly string[]): T[] =>
    names.flatMap((name) => sorted.filter((file) => pathOf(file).includes(name)));
  // One file may bear several of the names.
  const first = new Set(named(order.first));
  const later = new Set(named(order.later.names).filter((file) => !first.has(file)));
  const others = sorted.filter((file) => !first.has(file) && !later.has(file));
  const between = Math.max(0, order.later.after - first.size);
  return [...first, ...others.slice(0, between), ...later, ...others.slice(between)];
}
