import type { Tree } from './tree.ts';

/** One broken rule: where, and what to do about it. */
export interface Finding {
  /** `path` or `path:line`, relative to the root. */
  at: string;
  /** What is wrong and how to put it right, one sentence each. */
  say: string;
}

/** A rule of the house. `run` answers every breach; an empty list means that the rule holds. */
export interface Check {
  name: string;
  /** What it counted, for its line. */
  figure?: (tree: Tree) => string;
  run: (tree: Tree) => Finding[] | Promise<Finding[]>;
}
