import type { OrgVariable } from '@sightline/contracts/org-variables/org-variable';
import { csvTime, type ListCsv } from '../../ui/chosen/list-csv.ts';

/** Variables as files hold them. */
export const variablesCsv: ListCsv<OrgVariable> = {
  fileName: 'variables.csv',
  head: ['name', 'type', 'value', 'changed'],
  cellsOf: ({ name, type, value, updatedAtUtcMs }) => [
    name,
    type,
    type === 'string' ? String(value) : JSON.stringify(value),
    csvTime(updatedAtUtcMs),
  ],
};
