import { describe, expect, it } from 'vitest';
import { contextOf } from './event-context.ts';

const viewer = { sessionId: 'session', userId: 'user' };
const theirs = { actorSessionId: 'other', actorUserId: 'somebody', level: 'INFO', showToast: true } as const;

describe('whose change an event tells of', () => {
  it('RT-016 is silent about what this session changed', () => {
    expect(contextOf({ ...theirs, actorSessionId: 'session', actorUserId: null }, viewer)).toEqual({
      isOwn: true,
      mayToast: false,
    });
  });

  it('RT-016 is silent about what the same person changed in another browser', () => {
    expect(contextOf({ ...theirs, actorUserId: 'user' }, viewer)).toEqual({ isOwn: true, mayToast: false });
  });

  it('takes nothing for its own while nobody is signed in', () => {
    expect(
      contextOf({ ...theirs, actorSessionId: null, actorUserId: null }, { sessionId: null, userId: null }),
    ).toEqual({ isOwn: false, mayToast: false });
  });

  it('RT-017 may say what somebody else changed', () => {
    expect(contextOf(theirs, viewer)).toEqual({ isOwn: false, mayToast: true });
  });

  it('RT-018 RT-020 says nothing about failures of others', () => {
    expect(contextOf({ ...theirs, level: 'ERROR' }, viewer)).toEqual({ isOwn: false, mayToast: false });
  });

  it('RT-019 says nothing where the event asks for quiet', () => {
    expect(contextOf({ ...theirs, showToast: false }, viewer)).toEqual({ isOwn: false, mayToast: false });
  });
});
