import type { CallOutput } from '@sightline/contracts/shared/call';
import type { developerCalls } from '@sightline/contracts/developer/developer.api';

export type LoggedLine = CallOutput<typeof developerCalls.logs>['items'][number];

export interface LineFilter {
  level: LoggedLine['level'];
  search: string;
  limit: number;
}

const order = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LoggedLine['level'][];

const levelOf = (word: unknown): LoggedLine['level'] => {
  if (word === 'fatal') return 'error';
  return order.find((level) => level === word) ?? 'debug';
};

/** A line of the log as a screen shows it; null for one that is no JSON of ours. */
export function readLine(text: string): LoggedLine | null {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (notJson) {
    if (!(notJson instanceof SyntaxError)) throw notJson;
    return null;
  }
  if (typeof line !== 'object' || line === null) return null;
  const { level, time, msg, program: _program, ...fields } = line as Record<string, unknown>;
  return {
    at: typeof time === 'number' ? time : 0,
    level: levelOf(level),
    message: typeof msg === 'string' ? msg : '',
    fields,
  };
}

/** Lines of at least the level that hold the searched text anywhere, in the order given. */
export function filterLines(texts: readonly string[], { level, search, limit }: LineFilter): LoggedLine[] {
  const wanted = search.trim().toLowerCase();
  const items: LoggedLine[] = [];
  for (const text of texts) {
    if (items.length >= limit) break;
    if (wanted !== '' && !text.toLowerCase().includes(wanted)) continue;
    const line = readLine(text);
    if (line !== null && order.indexOf(line.level) >= order.indexOf(level)) items.push(line);
  }
  return items;
}
