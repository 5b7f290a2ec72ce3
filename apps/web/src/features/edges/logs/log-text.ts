import type { LogLine } from '@sightline/contracts/edges/edge-logs';

/** Lines as a text file, oldest first: time in UTC, level, process, what was said. */
export const logText = (lines: readonly LogLine[]): string =>
  lines
    .toReversed()
    .map(({ at, level, process, message, fields }) =>
      [new Date(at).toISOString(), level, process, message, fields].filter((part) => part !== '').join(' '),
    )
    .join('\n')
    .concat('\n');
