import type { Edge } from '@sightline/contracts/edges/edge';

/** Parts of the page of a core, in their order. */
export const coreTabs = [
  'core',
  'thumbnails',
  'network',
  'storage',
  'heartbeats',
  'logs',
  'software',
  'recovery',
  'sync',
  'delete',
] as const;

export type CoreTabName = (typeof coreTabs)[number];

const needsEdit: readonly CoreTabName[] = ['logs', 'recovery'];

/** Parts that the person may open: what reads or changes the machine itself takes the right to edit it. */
export const tabsOf = ({ can }: Pick<Edge, 'can'>): CoreTabName[] =>
  coreTabs.filter((name) => (name === 'delete' ? can.edit || can.remove : can.edit || !needsEdit.includes(name)));
