import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { connectionStore } from '../../platform/realtime/connection-store.ts';
import { startGreying } from './greying.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** By these a sheet colours how something is now. */
const colouredByState =
  /\[data-(level|concern)='(ok|warn|high|bad|rec|waiting|failed)'\][^{}]*\{[^}]*(\b(color|background|fill|stroke)|--s-status):/;

/** What is coloured in these is how it was at a time that stands beside it, or what the page hears of from the core itself. */
const pastOrOwn = [
  'features/edges/logs/logs.module.css',
  'features/live/tile/video-tile.module.css',
  // The chips of the same tile, below the picture on phones.
  'features/live/tile/picture-bar.module.css',
];

const known = connectionStore.getState();
afterEach(() => connectionStore.setState(known, true));

test('every sheet that colours how something is says how it looks while that cannot be known', () => {
  const colouring = sheets.filter((name) => colouredByState.test(readFileSync(join(source, name), 'utf8')));
  expect(colouring).toContain('ui/status/status.module.css');
  const without = colouring.filter(
    (name) => !pastOrOwn.includes(name) && !readFileSync(join(source, name), 'utf8').includes(':root[data-stale]'),
  );
  expect(without).toEqual([]);
});

test('the page is marked from the first moment of a cut to its last, and not after it was left', () => {
  const marks: boolean[] = [];
  const page = { toggleAttribute: (_name: string, isOn?: boolean) => marks.push(isOn === true) > 0 };
  const stop = startGreying(page);
  connectionStore.setState({ ...known, state: 'offline', cutOff: 'server' });
  connectionStore.setState({ ...known, state: 'online', cutOff: null });
  connectionStore.setState({ ...known, state: 'offline', cutOff: 'browser' });
  stop();
  connectionStore.setState({ ...known, state: 'offline', cutOff: 'server' });
  expect(marks).toEqual([false, true, false, true, false]);
});
