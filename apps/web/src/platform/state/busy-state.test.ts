import { expect, test } from 'vitest';
import { atRest, busyStateOf, type Deed, type RunningDeed } from './busy-state.ts';

const pending = (deed: Deed = {}): RunningDeed => ({ status: 'pending', failure: null, deed });
const ended = (code?: 'internal' | 'name_taken'): RunningDeed => ({
  status: code ? 'error' : 'success',
  failure: code ? { code } : null,
  deed: {},
});

test('SHELL-052 says what goes on: saving, inviting, loading, deleting, and nothing when it has ended', () => {
  expect(busyStateOf([], 0, atRest)).toEqual(atRest);
  expect(busyStateOf([ended()], 0, atRest)).toEqual(atRest);
  expect(busyStateOf([pending()], 0, atRest)).toMatchObject({ isSaving: true, isInviting: false, isDeleting: false });
  expect(busyStateOf([pending({ busy: 'inviting' })], 0, atRest)).toMatchObject({ isSaving: false, isInviting: true });
  expect(busyStateOf([pending({ busy: 'deleting' })], 1, atRest)).toMatchObject({ isDeleting: true, isLoading: true });
});

test('SHELL-053 something went wrong only when the last deed failed and nobody typed anything wrong', () => {
  expect(busyStateOf([ended('name_taken')], 0, atRest).somethingWentWrong).toBe(false);
  expect(busyStateOf([ended('internal'), ended()], 0, atRest).somethingWentWrong).toBe(false);
  expect(busyStateOf([ended(), ended('internal')], 0, atRest).somethingWentWrong).toBe(true);
});

test('SHELL-056 SHELL-065 names the one thing that is worked on, and what may not begin twice', () => {
  const state = busyStateOf([pending({ processingId: 'a' }), pending({ lock: 'invite' })], 0, atRest);
  expect(state).toMatchObject({ processingId: 'a', locks: ['invite'] });
});
