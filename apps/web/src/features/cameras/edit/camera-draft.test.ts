import type { Camera } from '@sightline/contracts/cameras/camera';
import type { CameraSettingsRecord } from '@sightline/contracts/cameras/camera-edit';
import { expect, test } from 'vitest';
import { firstAnalysis } from '../analysis/first-analysis.ts';
import { changeOf } from './camera-change.ts';
import {
  afterSaving,
  changedParts,
  draftOf,
  noStream,
  rebased,
  savedDraft,
  stillTyped,
  type CameraDraft,
} from './camera-draft.ts';
import { problemsOf } from './camera-problems.ts';
import { shownFields, wholeParts } from './draft-fields.ts';
import { keepsLess, shownParts } from './shown-parts.ts';

const status = { state: 'online', cause: null, sinceUtcMs: 1 } as const;
const stream = {
  id: 's',
  kind: 'main',
  url: 'rtsp://10.0.0.1/1',
  transport: 'tcp',
  driver: 'auto',
  format: null,
  status,
} as const;
const camera = {
  name: 'Gate',
  locationId: 'l',
  streams: [stream],
  username: 'admin',
  hasPassword: true,
  onvif: null,
} as unknown as Camera;
const record: CameraSettingsRecord = {
  cameraId: 'c',
  revision: 3,
  recordingMode: 'continuous',
  retentionDays: 30,
  retentionBytes: null,
  analysis: firstAnalysis,
  place: null,
  organization: {
    faceRecognition: true,
    licensePlates: true,
    vehicleMMC: true,
    protectiveGear: true,
    forklift: true,
    container: true,
    shoppingCart: true,
  },
  recording: {
    schedule: [],
    preRollS: 5,
    postRollS: 15,
    mainStreamMode: 'always',
    storageStreams: 'both',
    smartStorage: { isOn: false, retentionDays: 90 },
    recordsAudio: true,
  },
  recognition: { vehicleMMC: false, protectiveGear: false, forklift: false, container: false, shoppingCart: false },
  privacy: { zones: [], definedZones: [], objectsToPixelate: [], privacyType: 'pixelate' },
  cameraSearchSettings: { isSearchable: true, comparesLooks: true, comparesFaces: true },
  cameraAssets: [],
  vpnConfiguration: { isOn: false, scheme: 'http', port: 80 },
  delivery: { isWebrtc: true, isWebrtcRelay: true },
  details: { description: '', autoConfigure: false },
};
const base = draftOf(camera, record);
const typed = (part: Partial<CameraDraft>): CameraDraft => ({ ...base, ...part });
const bowTie = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];

test('CAM-001: nothing is wrong with what is saved, and nothing of it is sent', () => {
  expect(problemsOf(base, null)).toEqual([]);
  expect(changedParts(base, { ...base, analysis: { ...base.analysis }, cameraAssets: [] })).toEqual([]);
  expect(changeOf(base, base)).toEqual({});
});

test('says of each wrong value what is wrong', () => {
  const cases: [Partial<CameraDraft>, string][] = [
    [{ name: ' ' }, 'nameMissing'],
    [{ place: { address: '', lat: '91', lon: '0' } }, 'coordinateWrong'],
    [{ main: { ...noStream, url: 'http://x/1' } }, 'mainWrong'],
    [{ sub: noStream }, 'subWrong'],
    [{ onvif: { host: 'http://x', port: '80' } }, 'onvifWrong'],
    [{ onvif: { host: '10.0.0.1', port: '0' } }, 'onvifWrong'],
    [{ retentionDays: '0' }, 'retentionWrong'],
    [{ recording: { ...base.recording, preRollS: Number.NaN } }, 'rollWrong'],
    [{ recording: { ...base.recording, smartStorage: { isOn: true, retentionDays: 4000 } } }, 'smartRetentionWrong'],
    [{ recording: { ...base.recording, schedule: [{ day: 1, fromMinute: 600, toMinute: 600 }] } }, 'spanBackwards'],
    [{ analysis: { ...base.analysis, zones: [bowTie] } }, 'areaCrosses'],
    [{ privacy: { ...base.privacy, definedZones: [{ id: 'a', name: '', points: bowTie }] } }, 'hiddenNameMissing'],
    [{ cameraAssets: [{ id: 'a', name: '', kind: 'gate', note: '' }] }, 'assetNameMissing'],
    [{ vpnConfiguration: { isOn: true, scheme: 'http', port: 70_000 } }, 'webPortWrong'],
  ];
  for (const [part, problem] of cases) expect(problemsOf(typed(part), null), problem).toContain(problem);
});

test('what is hidden may be made more by everybody, less only by those who may see it', () => {
  const area = [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
    { x: 0.5, y: 0.5 },
  ];
  const hidden = { ...base.privacy, zones: [area] };
  expect(problemsOf(typed({ privacy: hidden }), hidden)).toEqual([]);
  expect(problemsOf(typed({ privacy: { ...hidden, objectsToPixelate: ['person'] } }), hidden)).toEqual([]);
  expect(problemsOf(typed({ privacy: { ...hidden, zones: [] } }), hidden)).toEqual(['hidesLess']);
  expect(problemsOf(typed({ privacy: { ...hidden, zones: [] } }), null)).toEqual([]);
});

test('sends only what was changed; the stored password goes nowhere', () => {
  const draft = typed({
    name: ' Yard ',
    sub: { ...noStream, url: ' rtsp://10.0.0.1/2 ' },
    privacy: { ...base.privacy, privacyType: 'fill' },
  });
  expect(changeOf(base, draft)).toEqual({
    name: 'Yard',
    streams: [
      { kind: 'main', url: 'rtsp://10.0.0.1/1', transport: 'tcp', driver: 'auto' },
      { kind: 'sub', url: 'rtsp://10.0.0.1/2', transport: 'tcp', driver: 'auto' },
    ],
    settings: { privacy: { ...base.privacy, privacyType: 'fill' } },
  });
  expect(changeOf(base, typed({ account: { username: 'admin', password: 'new' } }))).toEqual({
    credentials: { username: 'admin', password: 'new' },
  });
  expect(changeOf(base, typed({ onvif: { host: ' 10.0.0.1 ', port: '8080' } }))).toEqual({
    onvif: { host: '10.0.0.1', port: 8080 },
  });
});

test('CAM-018: a place without coordinates is none, and one with them goes as numbers', () => {
  expect(changeOf(base, typed({ place: { address: ' Quay 1 ', lat: '', lon: '' } }))).toEqual({
    place: { address: 'Quay 1', coordinates: null },
  });
  expect(changeOf(base, typed({ place: { address: '', lat: '32.8', lon: '-0.5' } }))).toEqual({
    place: { address: null, coordinates: { lat: 32.8, lon: -0.5 } },
  });
});

test('what was typed stays upon what somebody else saved, and their changes come in beside it, also of the same part', () => {
  const fresh = { ...base, name: 'Renamed', retentionDays: '7', recording: { ...base.recording, recordsAudio: false } };
  const mine = typed({ name: 'Mine', recording: { ...base.recording, postRollS: 60 } });
  expect(rebased(base, mine, fresh)).toEqual({
    draft: { ...fresh, name: 'Mine', recording: { ...base.recording, recordsAudio: false, postRollS: 60 } },
    both: ['name'],
  });
});

test('a field is no longer named as changed by both once it stands as the other saved it', () => {
  const both = ['name', 'recording.postRollS'];
  expect(stillTyped(both, base, typed({ name: 'Mine' }))).toEqual(['name']);
  expect(stillTyped(both, base, typed({ recording: { ...base.recording, postRollS: 60 } }))).toEqual([
    'recording.postRollS',
  ]);
  expect(stillTyped(both, base, base)).toEqual([]);
});

test('an account is taken as a whole: a password that was typed is never sent with the user name of somebody else', () => {
  const mine = typed({ account: { username: 'admin', password: 'new' } });
  const fresh = typed({ account: { username: 'viewer', password: '' } });
  expect(rebased(base, mine, fresh)).toEqual({ draft: mine, both: ['account'] });
});

test('every field that two may change is named with the part of the page where it stands', () => {
  const leaves = (value: unknown, at: string): string[] =>
    wholeParts.has(at) || typeof value !== 'object' || value === null || Array.isArray(value)
      ? [at]
      : Object.entries(value).flatMap(([key, below]) => leaves(below, at === '' ? key : `${at}.${key}`));
  const names = [...leaves(typed({ sub: noStream }), ''), 'sub'];
  expect(names.filter((field) => shownFields([field]).length === 0)).toEqual(['details.autoConfigure']);
});

test('what is saved stands as it was typed, without the password, and nothing of it is sent again', () => {
  const draft = typed({ name: 'Yard', account: { username: 'viewer', password: 'secret' } });
  const saved = savedDraft(draft);
  expect(saved).toEqual({ ...draft, account: { username: 'viewer', password: '' } });
  expect(changeOf(saved, saved)).toEqual({});
});

test('what is typed while a save is on its way is not lost, and counts as not saved', () => {
  const sent = typed({ name: 'Yard', account: { username: 'viewer', password: 'secret' } });
  const saved = savedDraft(sent);
  expect(afterSaving(sent, sent, saved)).toEqual({ draft: saved, isTouched: false });
  const after = afterSaving(sent, { ...sent, retentionDays: '90' }, saved);
  expect(after).toEqual({ draft: { ...saved, retentionDays: '90' }, isTouched: true });
  expect(changedParts(saved, after.draft)).toEqual(['retentionDays']);
});

test('a stored password is kept for its own account alone: another account needs its own', () => {
  const account = (username: string, password: string) =>
    problemsOf(typed({ account: { username, password } }), null, 'admin');
  expect(account('admin', '')).toEqual([]);
  expect(account('viewer', '')).toEqual(['passwordNeeded']);
  expect(account('viewer', 'secret')).toEqual([]);
  expect(account('', '')).toEqual([]);
  expect(problemsOf(typed({ account: { username: 'viewer', password: '' } }), null, null)).toEqual([]);
});

test('whatever keeps a draft from being saved can be seen and repaired, also where it does not count just now', () => {
  const { recording, vpnConfiguration } = base;
  const shownOf = (part: Partial<CameraDraft>) => shownParts(typed(part), problemsOf(typed(part), null));
  expect(shownOf({})).toEqual({ roll: false, schedule: false, smartDays: false, webPage: false });
  expect(shownOf({ recordingMode: 'motion' }).roll).toBe(true);
  expect(shownOf({ recording: { ...recording, preRollS: Number.NaN } }).roll).toBe(true);
  expect(shownOf({ recording: { ...recording, schedule: [{ day: 1, fromMinute: 9, toMinute: 9 }] } }).schedule).toBe(
    true,
  );
  expect(
    shownOf({ recording: { ...recording, smartStorage: { isOn: false, retentionDays: Number.NaN } } }).smartDays,
  ).toBe(true);
  expect(shownOf({ vpnConfiguration: { ...vpnConfiguration, port: Number.NaN } }).webPage).toBe(true);
});

test('says that footage goes when it is to be kept for less than until now, and not while nothing sensible is typed', () => {
  const { recording } = base;
  const smart = (isOn: boolean, retentionDays = 90) => ({
    recording: { ...recording, smartStorage: { isOn, retentionDays } },
  });
  const less = (draft: Partial<CameraDraft>, before: Partial<CameraDraft> = {}): boolean =>
    keepsLess(typed(before), typed(draft));
  expect([
    less({}),
    less({ retentionDays: '60' }),
    less({ retentionDays: '' }),
    less({ retentionDays: '0' }),
    less(smart(true)),
  ]).toEqual(Array(5).fill(false));
  expect([less({ retentionDays: '7' }), less(smart(false), smart(true)), less(smart(true, 60), smart(true))]).toEqual([
    true,
    true,
    true,
  ]);
  expect(less({ retentionDays: '90', ...smart(false) }, smart(true))).toBe(false);
});
