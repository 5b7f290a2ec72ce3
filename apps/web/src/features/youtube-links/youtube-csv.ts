import type { YoutubeLink } from '@sightline/contracts/youtube-links/youtube-link';
import { csvTime, type ListCsv } from '../../ui/chosen/list-csv.ts';

/** Links as files hold them. */
export const youtubeCsv: ListCsv<YoutubeLink> = {
  fileName: 'youtube-links.csv',
  head: ['name', 'address', 'added'],
  cellsOf: ({ name, url, createdAt }) => [name, url, csvTime(createdAt)],
};
