import { parseSync } from '@swc/core';
import type { Tree } from './tree.ts';

/** A node of the syntax tree, loosely typed: checks look at a handful of shapes out of hundreds. */
export interface SyntaxNode {
  type: string;
  span?: { start: number; end: number };
  [key: string]: unknown;
}

/** A parsed file with the way back from nodes to lines. */
export interface Syntax {
  module: SyntaxNode;
  lineOf: (node: SyntaxNode) => number;
  /** 0-based position of the node's first character in `text`. */
  startOf: (node: SyntaxNode) => number;
  endOf: (node: SyntaxNode) => number;
}

const parsed = new WeakMap<Tree, Map<string, Syntax>>();

/** Spans count bytes from 1; the text counts UTF-16 units from 0. Pure ASCII needs no table. */
const byteToIndex = (text: string): ((byte: number) => number) => {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length === text.length) return (byte) => byte - 1;
  return (byte) => bytes.subarray(0, byte - 1).toString('utf8').length;
};

const lineFinder = (text: string): ((index: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (index) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
};

/** Parses a file of the tree, once. TypeScript 7 ships no parser for programs, hence swc's. */
export const syntaxOf = (tree: Tree, path: string): Syntax => {
  const files = parsed.get(tree) ?? new Map<string, Syntax>();
  parsed.set(tree, files);
  const known = files.get(path);
  if (known) return known;
  const text = tree.read(path);
  const module = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2022' });
  const toIndex = byteToIndex(text);
  const lineAt = lineFinder(text);
  // Properties of objects carry no span of their own; their key does.
  const spanOf = (node: SyntaxNode) => node.span ?? (node.key as SyntaxNode | undefined)?.span;
  const startOf = (node: SyntaxNode) => toIndex(spanOf(node)?.start ?? 1);
  const syntax: Syntax = {
    module: module as unknown as SyntaxNode,
    startOf,
    endOf: (node) => toIndex(spanOf(node)?.end ?? 1),
    lineOf: (node) => lineAt(startOf(node)),
  };
  files.set(path, syntax);
  return syntax;
};

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Visits every node below `start`; `visit` answers false to stay out of a branch. Parents come outermost first. */
export const visitNodes = (
  start: unknown,
  visit: (node: SyntaxNode, parents: SyntaxNode[]) => boolean | void,
  parents: SyntaxNode[] = [],
): void => {
  if (Array.isArray(start)) {
    for (const item of start) visitNodes(item, visit, parents);
    return;
  }
  if (typeof start !== 'object' || start === null) return;
  const inside = isNode(start) ? [...parents, start] : parents;
  if (isNode(start) && visit(start, parents) === false) return;
  for (const [key, value] of Object.entries(start)) {
    if (key !== 'span' && typeof value === 'object' && value !== null) visitNodes(value, visit, inside);
  }
};
