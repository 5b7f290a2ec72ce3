import type { Person } from '@sightline/contracts/people/person';
import { csvTime, type ListCsv } from '../../ui/chosen/list-csv.ts';

/** People as files hold them; nothing by which a face is recognised. */
export const peopleCsv: ListCsv<Person> = {
  fileName: 'people.csv',
  head: ['name', 'note', 'faces', 'seen', 'last seen'],
  cellsOf: ({ name, note, faceCount, appearances, lastSeen }) => [
    name,
    note,
    String(faceCount),
    String(appearances),
    csvTime(lastSeen),
  ],
};
