import { ruleOptionAbilities } from '@sightline/contracts/alert-rules/later-options';
import { ruleCondition, type RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds, runsOnCore } from '@sightline/contracts/alert-rules/rule-kinds';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { expect, it } from 'vitest';
import { ruleStateAt, type RuleFacts, type TargetFacts } from './rule-state.ts';

const nowUtcMs = Date.UTC(2026, 5, 1);
const [lobby, yard] = ['01a2106a-0b06-753d-9982-eb4ce3495d61', '01a2106a-0b06-753d-9982-eb4ce3495d62'];
const able = ['rules', 'motion', 'detect:coco@1', 'faces:res@2'];
const telling = [...able, 'doorSight'];
const looking = analysisSettings.parse({});
const away = { isOn: false };

interface Case {
  kind?: object;
  rule?: Partial<Omit<RuleFacts, 'condition'>>;
  abilities?: string[];
  analysis?: object | null;
  isConfirmed?: boolean;
  mutedUntilUtcMs?: number;
  doorIds?: string[];
}

const stateOf = ({
  kind = { kind: 'loitering' },
  rule,
  abilities = able,
  analysis,
  isConfirmed = true,
  ...muted
}: Case) => {
  const facts: RuleFacts = {
    condition: ruleCondition.parse(kind),
    isEnabled: true,
    snoozedUntilUtcMs: null,
    isOpen: true,
    isArmed: true,
    isListEmpty: false,
    ...rule,
  };
  const target: TargetFacts = {
    abilities,
    analysis: analysis === null ? null : { ...looking, ...analysis },
    isConfirmed,
    mutedUntilUtcMs: muted.mutedUntilUtcMs ?? null,
    doorIds: muted.doorIds ?? [lobby],
  };
  return ruleStateAt(facts, target, nowUtcMs);
};
const plain = (state: string) => ({ state, needs: null });
const waits = (needs: string) => ({ state: 'waitsFor', needs });
const muted = { mutedUntilUtcMs: nowUtcMs + 1 };
const knowing = [...able, 'cameraMutes'];
const snoozed = { snoozedUntilUtcMs: nowUtcMs + 1 };

const cases: [string, Case, { state: string; needs: string | null }][] = [
  // Nobody takes for armed what cannot alert.
  [
    'a rule that is switched off, whatever else',
    { rule: { isEnabled: false, ...snoozed }, abilities: [] },
    plain('off'),
  ],
  [
    'a list that holds nobody, although it is silenced',
    { rule: { isListEmpty: true, ...snoozed } },
    plain('nothingNamed'),
  ],
  ['a core that never said anything', { abilities: [] }, plain('pending')],
  ['a core of before', { abilities: ['rtsp', 'motion', 'detect:coco@1'] }, plain('coreTooOld')],
  [
    'a core that does not know an option',
    { kind: { kind: 'occupancy', compare: 'between' }, abilities: [...able, 'ruleOptions:stayCounts'] },
    plain('coreTooOld'),
  ],
  [
    'a core that knows it',
    { kind: { kind: 'occupancy', compare: 'between' }, abilities: [...able, 'ruleOptions:countBetween'] },
    plain('armed'),
  ],
  ['a core that never was linked', { kind: { kind: 'doorTailgating' }, abilities: [] }, plain('pending')],
  ['a core that cannot tell who was at doors', { kind: { kind: 'doorTailgating' } }, plain('coreTooOld')],
  [
    'a core that finds no people at doors',
    { kind: { kind: 'doorTailgating' }, abilities: ['rules', 'doorSight'] },
    waits('detect'),
  ],
  [
    'a camera without a door',
    { kind: { kind: 'doorTailgating' }, abilities: telling, doorIds: [] },
    waits('savedDoor'),
  ],
  [
    'a camera with other doors',
    { kind: { kind: 'eventValidation', doorIds: [yard] }, abilities: telling },
    waits('savedDoor'),
  ],
  [
    'a camera that is not looked at for people',
    { kind: { kind: 'eventValidation' }, abilities: telling, analysis: { objectsToScan: ['vehicle'] } },
    plain('analysisOff'),
  ],
  [
    'a camera that is not looked at, with a door',
    { kind: { kind: 'doorTailgating' }, abilities: telling, analysis: away },
    plain('analysisOff'),
  ],
  [
    'a door whose core tells who is there, whatever it has confirmed',
    { kind: { kind: 'eventValidation', doorIds: [lobby] }, abilities: telling, isConfirmed: false },
    plain('armed'),
  ],
  ['a model that reads containers', { kind: { kind: 'container' } }, waits('containerText')],
  [
    'what the server judges of a core',
    { kind: { kind: 'coreStatus', what: ['disk'] }, analysis: null, abilities: [] },
    plain('armed'),
  ],
  ['a core without a detector', { abilities: ['rules', 'motion'] }, waits('detect')],
  ['an ability that only begins like another', { abilities: ['rules', 'detectors'] }, waits('detect')],
  ['a core without a model for fire', { kind: { kind: 'fire' } }, waits('fireSmoke')],
  [
    'a list of people that nobody keeps',
    { kind: { kind: 'face', mode: 'onList' }, abilities: [...able, 'traitRules', 'faces:f@1'] },
    plain('coreTooOld'),
  ],
  [
    'a list of people at a core that finds no faces',
    { kind: { kind: 'face', mode: 'onList' }, abilities: ['rules', 'detect:coco@1', 'traitRules', 'faceGallery'] },
    waits('faces'),
  ],
  [
    'a core of before that reads plates and knows no rules by them',
    { kind: { kind: 'licensePlate' }, abilities: [...able, 'plates:p@1'] },
    plain('coreTooOld'),
  ],
  [
    'a core without a model for plates',
    { kind: { kind: 'licensePlate' }, abilities: [...able, 'traitRules'] },
    waits('plates'),
  ],
  [
    'a core without a model for faces',
    { kind: { kind: 'face' }, abilities: ['rules', 'detect:coco@1', 'traitRules'] },
    waits('faces'),
  ],
  [
    'people that are not looked for, of whom faces are asked',
    {
      kind: { kind: 'face' },
      abilities: [...able, 'traitRules', 'faces:f@1'],
      analysis: { objectsToScan: ['vehicle'] },
    },
    plain('analysisOff'),
  ],
  ['a door at a core of before that knows no rules by doors', { kind: { kind: 'door' } }, plain('coreTooOld')],
  [
    'a core that would judge doors and sees none',
    { kind: { kind: 'door' }, abilities: [...able, 'doorRules'] },
    waits('doors'),
  ],
  [
    'a core that sees doors and judges no rules by them',
    { kind: { kind: 'door' }, abilities: [...able, 'doors'] },
    plain('coreTooOld'),
  ],
  [
    'a door that was forced, which no camera can see',
    { kind: { kind: 'door', states: ['held', 'forced'] }, abilities: [...able, 'doorRules', 'doors'] },
    waits('accessDoors'),
  ],
  [
    'a core that has yet to confirm a rule by doors',
    { kind: { kind: 'door' }, abilities: [...able, 'doorRules', 'doors'], isConfirmed: false },
    plain('pending'),
  ],
  [
    'a core that judges its doors',
    { kind: { kind: 'door' }, abilities: [...able, 'doorRules', 'doors'] },
    plain('armed'),
  ],
  [
    'what is judged here, whatever the core is',
    { kind: { kind: 'eventTag', tag: 'Bell' }, abilities: [] },
    plain('armed'),
  ],
  ['an expression of developers', { kind: { kind: 'developer', expression: 'score > 0.5' } }, plain('armed')],
  [
    'hours of what is judged here',
    { kind: { kind: 'cameraStatus' }, rule: { isOpen: false } },
    plain('outsideSchedule'),
  ],
  ['what is missing, although it is silenced', { kind: { kind: 'fire' }, rule: snoozed }, waits('fireSmoke')],
  [
    'what is missing, although its hours are over',
    { kind: { kind: 'fire' }, rule: { isOpen: false } },
    waits('fireSmoke'),
  ],
  ['a camera that is not looked at', { analysis: away }, plain('analysisOff')],
  ['motion of a camera that is not looked at', { kind: { kind: 'motion' }, analysis: away }, plain('analysisOff')],
  [
    'a class that is not looked for, beside one that is',
    { kind: { kind: 'loitering', classes: ['person', 'animal'] }, analysis: { objectsToScan: ['person'] } },
    plain('analysisOff'),
  ],
  [
    'the other class of a pair that is not looked for',
    { kind: { kind: 'proximity' }, analysis: { objectsToScan: ['person'] } },
    plain('analysisOff'),
  ],
  [
    'plates that are not read',
    {
      kind: { kind: 'licensePlate' },
      abilities: [...able, 'traitRules', 'plates:p@1'],
      analysis: { readsPlates: false },
    },
    plain('analysisOff'),
  ],
  [
    'faces that are not compared',
    { kind: { kind: 'face' }, abilities: [...able, 'traitRules', 'faces:f@1'], analysis: { comparesFaces: false } },
    plain('analysisOff'),
  ],
  [
    'strangers of a description where faces are not compared',
    {
      kind: { kind: 'suspect', mode: 'unknown' },
      abilities: [...able, 'traitRules', 'faceGallery', ...ruleOptionAbilities],
      analysis: { comparesFaces: false },
    },
    plain('analysisOff'),
  ],
  [
    'a description of anybody where faces are not compared',
    { kind: { kind: 'suspect' }, abilities: [...able, 'traitRules'], analysis: { comparesFaces: false } },
    plain('armed'),
  ],
  ['a core that has not confirmed it', { isConfirmed: false }, plain('pending')],
  ['a pause that the core does not know of yet', { isConfirmed: false, rule: snoozed }, plain('pending')],
  ['a pause', { rule: { ...snoozed, isOpen: false } }, plain('snoozed')],
  ['a mute of the camera, which a core that is too old does not keep to', muted, plain('armed')],
  ['a mute that the core does not know of yet', { ...muted, abilities: knowing, isConfirmed: false }, plain('pending')],
  ['a mute', { ...muted, abilities: knowing, rule: { isOpen: false } }, plain('muted')],
  ['a mute of what the server judges', { ...muted, kind: { kind: 'cameraStatus' } }, plain('muted')],
  ['a mute that is over', { mutedUntilUtcMs: nowUtcMs, abilities: knowing }, plain('armed')],
  ['hours in which it is closed', { rule: { isOpen: false } }, plain('outsideSchedule')],
  ['a pause that is over', { rule: { snoozedUntilUtcMs: nowUtcMs } }, plain('armed')],
  ['all that it needs', {}, plain('armed')],
  [
    'motion, whatever classes are looked for',
    { kind: { kind: 'motion' }, analysis: { objectsToScan: [] } },
    plain('armed'),
  ],
  [
    'plates that are read',
    { kind: { kind: 'licensePlate' }, abilities: [...able, 'traitRules', 'plates:p@1'] },
    plain('armed'),
  ],
  ['a model that came', { kind: { kind: 'fire' }, abilities: ['rules', 'fireSmoke:ember@3'] }, plain('armed')],
];
it.each(cases)('knows %s', (_what, given, state) => {
  expect(stateOf(given)).toEqual(state);
});

/** Who judges each kind. One that nobody judges waits, whatever a core announces. */
const judgedBy: Record<RuleKind, 'core' | 'server' | 'nobody'> = {
  motion: 'core',
  tampering: 'core',
  proximity: 'core',
  threat: 'core',
  trespassing: 'core',
  tailgating: 'core',
  zoneProtection: 'core',
  speedControl: 'core',
  door: 'core',
  fire: 'core',
  fall: 'core',
  violence: 'core',
  suspect: 'core',
  face: 'core',
  licensePlate: 'core',
  container: 'core',
  appearing: 'core',
  disappearing: 'core',
  loitering: 'core',
  lineCrossing: 'core',
  occupancy: 'core',
  trafficControl: 'core',
  missingObject: 'core',
  absence: 'core',
  cameraStatus: 'server',
  coreStatus: 'server',
  protectiveGear: 'core',
  personalSafety: 'core',
  gloves: 'core',
  eventTag: 'server',
  doorTailgating: 'server',
  eventValidation: 'server',
  uniform: 'server',
  developer: 'server',
};
const drawn = { points: [0.2, 0.8].map((x) => ({ x, y: 0.5 })) };
const zone = { points: [0.2, 0.5, 0.8].map((x) => ({ x, y: x === 0.5 ? 0.2 : 0.8 })) };
/** What a kind cannot be without. */
const least = {
  zones: [{ id: '01a2106a-0b06-753d-9982-eb4ce3495d6a', ...zone }],
  line: { id: '01a2106a-0b06-753d-9982-eb4ce3495d6b', ...drawn },
  secondLine: { id: '01a2106a-0b06-753d-9982-eb4ce3495d6c', ...drawn },
  metres: 20,
  limitKmh: 30,
  place: { x: 0.2, y: 0.2, width: 0.2, height: 0.2 },
  judges: { what: 'stopped' },
  tag: 'Bell',
  uniformIds: ['01a2106a-0b06-753d-9982-eb4ce3495d6d'],
  expression: 'score > 0.5',
};

it.each(Object.entries(judgedBy))(
  '%s: is armed where a core announces all that rules need, and judged by the %s',
  (kind, judge) => {
    const condition = { ...least, kind };
    const all = Object.values(ruleKinds).flatMap(({ needs }) => (needs === null ? [] : [needs]));
    const knowing = Object.values(ruleKinds).flatMap((facts) => ('knownBy' in facts ? [facts.knownBy] : []));
    const abilities = ['rules', ...knowing, ...ruleOptionAbilities, ...all];
    expect(
      stateOf({
        kind: condition,
        abilities,
        analysis: { objectsToScan: ['person', 'vehicle', 'animal'], readsPlates: true, comparesFaces: true },
      }).state,
    ).toBe('armed');
    expect(runsOnCore(kind as RuleKind)).toBe(judge === 'core');
  },
);
