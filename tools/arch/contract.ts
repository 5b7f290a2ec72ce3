import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tree } from './tree.ts';

/** A call as the contracts export it; every field may be missing, which is what the checks look for. */
export interface ContractCall {
  /** `cameras.list`. */
  name: string;
  /** `camerasCalls`. */
  exportName: string;
  at: string;
  method?: string;
  path?: string;
  permission?: string;
  summary?: string;
  errors?: readonly string[];
}

const load = async (tree: Tree, path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(tree.root, path)).href)) as Record<string, unknown>;

const lineOf = (text: string, pattern: RegExp): number =>
  text.slice(0, Math.max(0, text.search(pattern))).split('\n').length;

/** Every call of every `*.api.ts`, read from the running contract and not from its text. */
export const contractCalls = async (tree: Tree): Promise<ContractCall[]> => {
  const found: ContractCall[] = [];
  for (const path of tree.files(/^packages\/contracts\/src\/.*\.api\.ts$/)) {
    for (const [exportName, calls] of Object.entries(await load(tree, path))) {
      if (!exportName.endsWith('Calls')) continue;
      for (const [key, call] of Object.entries(calls as Record<string, Omit<ContractCall, 'name'>>)) {
        const line = lineOf(tree.read(path), new RegExp(`^\\s+${key}:`, 'm'));
        found.push({
          ...call,
          name: `${exportName.slice(0, -'Calls'.length)}.${key}`,
          exportName,
          at: `${path}:${line}`,
        });
      }
    }
  }
  return found;
};

export const errorsPath = 'packages/contracts/src/shared/errors.ts';
export const permissionsPath = 'packages/contracts/src/shared/permissions.ts';

/** Codes of the one error catalogue, with the English text of each. */
export const errorTexts = async (tree: Tree): Promise<Map<string, string | undefined>> => {
  if (!tree.has(errorsPath)) return new Map();
  const catalogue = (await load(tree, errorsPath)).errorCatalogue as Record<string, { text?: string }>;
  return new Map(Object.entries(catalogue).map(([code, { text }]) => [code, text]));
};

/** Names of the one permission table, and the three words for calls that need none of them. */
export const permissionNames = async (tree: Tree): Promise<string[]> => {
  if (!tree.has(permissionsPath)) return [];
  return [
    ...Object.keys((await load(tree, permissionsPath)).permissions as object),
    'public',
    'signedIn',
    'member',
    'person',
    'staff',
  ];
};
