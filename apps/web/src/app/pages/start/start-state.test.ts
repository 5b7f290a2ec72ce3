import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { expect, test } from 'vitest';
import { recordedSeconds } from './recorded-seconds.ts';
import { firstOpenStep, isReachable, pairedEdge, recordingOf, type StartFacts } from './start-state.ts';

const nothing: StartFacts = { organizationName: null, sites: [], edges: [], cameras: [] };
const organization: StartFacts = { ...nothing, organizationName: 'Tamar' };
const site: StartFacts = { ...organization, sites: [{ id: 's' } as Location] };
const edge = (state: Edge['state']): Edge => ({ id: state, state }) as Edge;

test('begins with what is missing first', () => {
  expect(firstOpenStep(nothing)).toBe('organization');
  expect(firstOpenStep(organization)).toBe('site');
  expect(firstOpenStep(site)).toBe('core');
});

test('a core that was made but never paired is not done', () => {
  expect(firstOpenStep({ ...site, edges: [edge('unclaimed'), edge('revoked')] })).toBe('core');
  expect(firstOpenStep({ ...site, edges: [edge('online')] })).toBe('cameras');
});

test('stays at the cameras so that several can be added', () => {
  expect(firstOpenStep({ ...site, edges: [edge('online')], cameras: [{ id: 'c' } as Camera] })).toBe('cameras');
});

test('opens no step before those it needs', () => {
  expect(isReachable('cameras', site)).toBe(false);
  expect(isReachable('watch', { ...site, edges: [edge('online')] })).toBe(false);
  expect(isReachable('site', organization)).toBe(true);
});

test('prefers a core that answers', () => {
  expect(pairedEdge([edge('offline'), edge('online')])?.state).toBe('online');
  expect(pairedEdge([edge('unclaimed')])).toBeUndefined();
});

test('counts seconds of footage, never below zero', () => {
  expect(recordedSeconds({ recorded: [] })).toBe(0);
  expect(
    recordedSeconds({
      recorded: [
        { fromUtcMs: 5000, toUtcMs: 1000 },
        { fromUtcMs: 0, toUtcMs: 12_900 },
      ],
    }),
  ).toBe(12);
});

test('says of cameras that were added how many record already, and never that those do which cannot', () => {
  const camera = (state: Camera['status']['state'], recordingMode: Camera['recordingMode'] = 'continuous') =>
    ({ recordingMode, status: { state } }) as Camera;
  expect(recordingOf([camera('online'), camera('unhealthy'), camera('offline', 'off')])).toEqual({
    recording: 2,
    total: 2,
  });
  for (const state of ['notConnected', 'offline', 'notRecording'] as const)
    expect(recordingOf([camera('online'), camera(state)]), state).toEqual({ recording: 1, total: 2 });
  expect(recordingOf([camera('online', 'off')])).toEqual({ recording: 0, total: 0 });
});
