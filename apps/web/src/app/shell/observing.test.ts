import { afterEach, expect, test, vi } from 'vitest';
import { loadRecorder } from './observing.ts';

afterEach(() => vi.restoreAllMocks());

test('SHELL-062 a recorder that does not load is noted in the log, and nothing else happens', () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const script = { onerror: null as (() => void) | null, src: '', async: false };
  const put: unknown[] = [];
  const page = {
    createElement: () => script,
    head: { append: (node: unknown) => void put.push(node) },
  } as unknown as Document;
  loadRecorder('https://recorder.example/r.js', page);
  expect(put).toEqual([script]);
  expect(said).not.toHaveBeenCalled();
  script.onerror?.();
  expect(said).toHaveBeenCalledOnce();
});
