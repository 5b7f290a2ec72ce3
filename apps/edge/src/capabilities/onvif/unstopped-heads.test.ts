import { AppError } from '@sightline/contracts/shared/errors';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { UnstoppedHeads } from './unstopped-heads.ts';

const cameraId = uuidv7();
const move = { cameraId, action: { kind: 'move', pan: 1, tilt: 0, zoom: 0, timeoutMs: 1_000 } };
let nowMs = 0;
let stopped: string[] = [];
let answers: (() => Promise<void>)[] = [];
let heads: UnstoppedHeads;

beforeEach(() => {
  [nowMs, stopped, answers] = [0, [], []];
  const stop = (id: string): Promise<void> => {
    stopped.push(id);
    return answers.shift()?.() ?? Promise.resolve();
  };
  heads = new UnstoppedHeads({ monotonicMs: () => nowMs, stop, log: pino({ level: 'silent' }) });
});

async function end(): Promise<void> {
  heads.lose();
  await heads.stopAll();
}

test('only heads that may still move are stopped, each once', async () => {
  heads.noteAsked('onvif.act', move);
  heads.noteAsked('onvif.act', { cameraId: uuidv7(), action: { kind: 'reboot' } });
  heads.noteAsked('onvif.state', { cameraId: uuidv7() });
  heads.noteAsked('onvif.act', { cameraId: 'no id', action: { kind: 'move' } });
  await end();
  await end();
  expect(stopped).toEqual([cameraId]);
  heads.noteAsked('onvif.act', move);
  nowMs = 60_000;
  await end();
  expect(stopped).toEqual([cameraId]);
});

test('one that was sent to a preset since is left on its way', async () => {
  heads.noteAsked('onvif.act', move);
  heads.noteAsked('onvif.act', { cameraId, action: { kind: 'goToPreset', preset: '1' } });
  await end();
  expect(stopped).toEqual([]);
});

test('a stop that nobody confirms is tried again, by the next process when this one is gone too', async () => {
  const fails = (code: 'camera_timeout' | 'core_part_down') => () => Promise.reject(new AppError(code));
  heads.noteAsked('onvif.act', move);
  answers = [fails('camera_timeout'), fails('core_part_down')];
  await end();
  expect(stopped).toHaveLength(2);
  await end();
  expect(stopped).toHaveLength(3);
  await end();
  expect(stopped).toHaveLength(3);
});

test('who asks for a move while nobody listens does not take its stop away', async () => {
  heads.noteAsked('onvif.act', move);
  heads.lose();
  heads.noteAsked('onvif.act', move);
  await heads.stopAll();
  expect(stopped).toEqual([cameraId]);
});
