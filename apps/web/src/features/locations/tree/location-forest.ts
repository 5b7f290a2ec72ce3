import type { HomeLocation } from '@sightline/contracts/home/home';
import { foldName } from '@sightline/domain/global-search/fold-name';

/** How many cameras are in each state. */
export type StateCounts = HomeLocation['cameras'];

/** A site with what is below it. */
export interface ForestNode {
  location: HomeLocation;
  /** Ids from the root down to the site itself. */
  path: readonly string[];
  children: readonly ForestNode[];
  /** Cameras at the site and below it. */
  states: StateCounts;
  cameraTotal: number;
  coresTotal: number;
  coresOnline: number;
  /** Name as the search compares it. */
  folded: string;
}

/** A line of the tree as it is shown. */
export interface TreeRow {
  node: ForestNode;
  isOpen: boolean;
  /** Place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
}

/** Cameras of all states together. */
export const totalOf = (states: StateCounts): number => Object.values(states).reduce((sum, count) => sum + count, 0);

/** Whether a site has no cameras of its own, only those of sites below it. */
export const holdsOthers = ({ location, cameraTotal }: Pick<ForestNode, 'location' | 'cameraTotal'>): boolean =>
  cameraTotal > 0 && totalOf(location.cameras) === 0;

/** Both counts together. */
export const sumStates = (a: StateCounts, b: StateCounts): StateCounts => {
  const sum: StateCounts = { ...a };
  for (const [state, count] of Object.entries(b) as [keyof StateCounts, number][])
    sum[state] = (sum[state] ?? 0) + count;
  return sum;
};

/** The trees of sites in the order in which they came. A site whose parent is not among them begins a tree of its own. */
export const forestOf = (locations: readonly HomeLocation[]): ForestNode[] => {
  const ids = new Set(locations.map(({ id }) => id));
  const below = new Map<string | null, HomeLocation[]>();
  for (const location of locations) {
    const parent = location.parentId !== null && ids.has(location.parentId) ? location.parentId : null;
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [location]);
    else siblings.push(location);
  }
  const nodeOf = (location: HomeLocation, above: readonly string[]): ForestNode => {
    const path = [...above, location.id];
    const children = (below.get(location.id) ?? []).map((child) => nodeOf(child, path));
    const states = children.reduce((sum, child) => sumStates(sum, child.states), location.cameras);
    return {
      location,
      path,
      children,
      states,
      cameraTotal: totalOf(states),
      coresTotal: children.reduce((sum, child) => sum + child.coresTotal, location.cores.total),
      coresOnline: children.reduce((sum, child) => sum + child.coresOnline, location.cores.online),
      folded: foldName(location.name),
    };
  };
  return (below.get(null) ?? []).map((root) => nodeOf(root, []));
};

/** Every site from the top down. */
export const flatNodes = (nodes: readonly ForestNode[]): ForestNode[] =>
  nodes.flatMap((node) => [node, ...flatNodes(node.children)]);

/** What is left of a tree when only sites whose name has the text, and those above them, are kept. */
const matching = (nodes: readonly ForestNode[], text: string): ForestNode[] =>
  nodes.flatMap((node) => {
    if (node.folded.includes(text)) return [node];
    const children = matching(node.children, text);
    return children.length === 0 ? [] : [{ ...node, children }];
  });

/** Lines of the tree: closed sites hide what is below them; while something is searched for, everything that matches is open. */
export const treeRows = (
  forest: readonly ForestNode[],
  shown: { isClosed: (id: string) => boolean; search: string },
): TreeRow[] => {
  const text = shown.search.trim() === '' ? '' : foldName(shown.search).trimEnd();
  const rows: TreeRow[] = [];
  const walk = (nodes: readonly ForestNode[]): void => {
    for (const [index, node] of nodes.entries()) {
      const isOpen = node.children.length > 0 && (text !== '' || !shown.isClosed(node.location.id));
      rows.push({ node, isOpen, position: index + 1, siblings: nodes.length });
      if (isOpen) walk(node.children);
    }
  };
  walk(text === '' ? forest : matching(forest, text));
  return rows;
};

/** Whether a site may be put below another one, or, with null, become one of its own. */
export const canMoveTo = (node: ForestNode, target: ForestNode | null): boolean => {
  if (!node.location.can.edit) return false;
  if (target === null) return node.location.parentId !== null;
  return (
    !target.location.isNameOnly &&
    node.location.parentId !== target.location.id &&
    !target.path.includes(node.location.id)
  );
};
