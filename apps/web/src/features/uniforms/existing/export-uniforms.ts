import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import type { TFunction } from 'i18next';
import { call } from '../../../platform/api/client.ts';
import { saveCsv } from '../../../platform/files/save-csv.ts';
import { toastFailure } from '../../../ui/toasts/toast.tsx';

const head = ['name', 'trained', 'precision', 'recall', 'earlier events checked'];

const share = (value: number | null): string => (value === null ? '' : value.toFixed(3));

const cellsOf = ({ name, trainedAtUtcMs, heldBack, lookedThrough }: Uniform): string[] => [
  name,
  new Date(trainedAtUtcMs).toISOString(),
  share(heldBack.precision),
  share(heldBack.recall),
  share(lookedThrough),
];

/** Saves all uniforms whose name holds a text as a file. */
export async function exportUniforms(t: TFunction, text: string): Promise<void> {
  const search = text.trim() === '' ? undefined : text.trim();
  const uniforms: Uniform[] = [];
  try {
    let cursor: string | undefined;
    do {
      const page = await call(uniformsCalls.list, { query: { limit: 200, cursor, search } });
      uniforms.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    saveCsv([head, ...uniforms.map(cellsOf)], 'uniforms.csv');
  } catch (failure) {
    toastFailure(t('uniforms.list.exportFailed'), failure);
  }
}
