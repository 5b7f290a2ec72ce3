import type { GroupChange, PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { autoSaveMs, createGroupSaver } from './group-saver.ts';

const group = (revision: number): PermissionGroup => ({
  id: 'night',
  name: 'Night',
  description: '',
  isAdministrators: false,
  users: [],
  organizations: [],
  permissions: [],
  revision,
});
const give = (entityId: string): GroupChange => ({
  action: 'changePermission',
  permission: 'CameraView',
  entityId,
  isAllowed: true,
});
const failure = (code: 'internal' | 'conflict'): ApiError =>
  new ApiError({ code, data: {}, message: code, requestId: null }, 500);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = () => {
  const send = vi.fn((_changes: GroupChange[], revision: number) => Promise.resolve(group(revision + 1)));
  const onFailed = vi.fn();
  const saver = createGroupSaver({
    group: group(3),
    send,
    read: () => Promise.resolve(group(9)),
    onSaved: () => undefined,
    onFailed,
  });
  return { send, onFailed, saver, state: () => saver.store.getState() };
};

describe('saving a group by itself', () => {
  it('PERM-012 shows what the server has after a refusal, keeps what was not saved, and saves it when asked again', async () => {
    const { send, onFailed, saver, state } = setUp();
    send.mockRejectedValueOnce(failure('internal'));
    saver.add(give('gate'));
    await vi.advanceTimersByTimeAsync(autoSaveMs);
    expect(state()).toMatchObject({ status: 'failed', changes: [give('gate')] });
    expect(onFailed).toHaveBeenCalledOnce();
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ status: 'saved', changes: [], base: { revision: 4 } });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('never sends over what somebody else changed: it reads the group and waits for the person', async () => {
    const { send, saver, state } = setUp();
    send.mockRejectedValueOnce(failure('conflict'));
    saver.add(give('gate'));
    await vi.advanceTimersByTimeAsync(autoSaveMs * 3);
    expect(state()).toMatchObject({ status: 'conflict', changes: [give('gate')], base: { revision: 9 } });
    expect(send).toHaveBeenCalledOnce();
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenLastCalledWith([give('gate')], 9);
    expect(state()).toMatchObject({ status: 'saved', changes: [], base: { revision: 10 } });
  });

  it('holds unsent changes when the group changes elsewhere, and takes the new one over when there are none', async () => {
    const { send, saver, state } = setUp();
    saver.rebase(group(4));
    expect(state()).toMatchObject({ status: 'saved', base: { revision: 4 } });
    saver.add(give('gate'));
    saver.rebase(group(5));
    await vi.advanceTimersByTimeAsync(autoSaveMs * 3);
    expect(state()).toMatchObject({ status: 'conflict', changes: [give('gate')] });
    expect(send).not.toHaveBeenCalled();
    saver.discard();
    expect(state()).toMatchObject({ status: 'saved', changes: [], base: { revision: 5 } });
  });

  it('ignores an older reading of the group', () => {
    const { saver, state } = setUp();
    saver.rebase(group(2));
    expect(state().base.revision).toBe(3);
  });

  it('PERM-009 sends one call, 400 ms after the last change', async () => {
    const { send, saver, state } = setUp();
    saver.add(give('gate'));
    await vi.advanceTimersByTimeAsync(autoSaveMs - 1);
    saver.add(give('yard'));
    expect(state().status).toBe('waiting');
    await vi.advanceTimersByTimeAsync(autoSaveMs - 1);
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledExactlyOnceWith([give('gate'), give('yard')], 3);
    expect(state().status).toBe('saved');
  });

  it('sends what came meanwhile after the answer, on its revision', async () => {
    const { send, saver } = setUp();
    let answer = (_group: PermissionGroup): void => undefined;
    send.mockImplementationOnce(() => new Promise((resolve) => void (answer = resolve)));
    saver.add(give('gate'));
    await vi.advanceTimersByTimeAsync(autoSaveMs);
    saver.add(give('yard'));
    await vi.advanceTimersByTimeAsync(autoSaveMs * 2);
    expect(send).toHaveBeenCalledOnce();
    answer(group(4));
    await vi.advanceTimersByTimeAsync(autoSaveMs);
    expect(send).toHaveBeenLastCalledWith([give('yard')], 4);
  });

  it('sends no more than the server takes at once', async () => {
    const { send, saver, state } = setUp();
    for (let index = 0; index < 501; index++) saver.add(give(String(index)));
    await vi.advanceTimersByTimeAsync(autoSaveMs * 2);
    expect(send.mock.calls.map(([changes]) => changes.length)).toEqual([500, 1]);
    expect(state().status).toBe('saved');
  });
});
