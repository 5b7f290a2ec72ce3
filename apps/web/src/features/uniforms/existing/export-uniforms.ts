import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import type { TFunction } from 'i18next';
import { call } from '../../../platform/api/client.ts';
import { csvTime, exportList, type ListCsv } from '../../../ui/chosen/list-csv.ts';

const share = (value: number | null): string => (value === null ? '' : value.toFixed(3));

/** Uniforms as files hold them. */
export const uniformsCsv: ListCsv<Uniform> = {
  fileName: 'uniforms.csv',
  head: ['name', 'trained', 'precision', 'recall', 'earlier events checked'],
  cellsOf: ({ name, trainedAtUtcMs, heldBack, lookedThrough }) => [
    name,
    csvTime(trainedAtUtcMs),
    share(heldBack.precision),
    share(heldBack.recall),
    share(lookedThrough),
  ],
};

/** Saves all uniforms whose name holds a text as a file. */
export const exportUniforms = (t: TFunction, text: string): Promise<void> =>
  exportList(
    uniformsCsv,
    (cursor) =>
      call(uniformsCalls.list, {
        query: { limit: 200, cursor, search: text.trim() === '' ? undefined : text.trim() },
      }),
    t('uniforms.list.exportFailed'),
  );
