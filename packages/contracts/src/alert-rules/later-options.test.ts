import { expect, test } from 'vitest';
import { cameraCondition } from './camera-conditions.ts';
import { optionAbilitiesOf, optionsUsedIn, plainCondition, ruleOptionAbilities } from './later-options.ts';
import { ruleCondition } from './rule-conditions.ts';
import { readCondition, sentCondition } from './sent-condition.ts';

/** What conditions consist of that the first cores with rules know. It does not grow: what is new is an option. */
const firstParts: Record<string, string> = {
  appearing: 'kind classes minScore minHeight point zones countsPresent minStayS reappearS',
  disappearing: 'kind classes minScore minHeight point zones by goneS',
  trespassing: 'kind classes minScore minHeight point zones countsPresent minStayS',
  loitering: 'kind classes minScore minHeight point zones limitS mayLeaveS',
  lineCrossing: 'kind classes minScore minHeight point line direction',
  occupancy: 'kind classes minScore minHeight point zones compare count forS',
  absence: 'kind classes minScore minHeight point zones minCount forS',
  tailgating: 'kind classes minScore minHeight point line direction count withinS',
  proximity: 'kind classes minScore minHeight point zones otherClasses distance forS',
  trafficControl: 'kind classes minScore minHeight point zones judges',
  speedControl: 'kind classes minScore minHeight point line secondLine metres metresError limitKmh when',
  missingObject: 'kind classes minScore minHeight point place forS',
  personalSafety: 'kind classes minScore minHeight point zones stillS alone',
  motion: 'kind classes minScore minHeight point zones minCells minLevel onS offS ignoresExplained',
  zoneProtection: 'kind classes minScore minHeight point zones minStayS withMotion minCells minLevel',
  threat: 'kind zones windowS',
  protectiveGear: 'kind zones items graceS',
  gloves: 'kind zones forS',
  fire: 'kind zones what flameS smokeS',
  fall: 'kind zones downS',
  violence: 'kind zones windowS minPeople',
  face: 'kind zones mode personIds sights',
  licensePlate: 'kind zones mode plates match reads',
  suspect: 'kind zones class upper lower body',
  tampering: 'kind states forS',
};

test.each(cameraCondition.options.map(({ shape }) => [shape.kind.value, Object.keys(shape)] as const))(
  'a core that does not know a new part of %s does not judge without it',
  (kind, parts) => {
    // One of a kind that is new is judged by no older core in any case.
    const known = firstParts[kind]?.split(' ') ?? parts;
    const everything = Object.fromEntries(parts.map((part) => [part, 'something else']));
    const plain = Object.keys(plainCondition({ ...Object.fromEntries(parts.map((part) => [part, undefined])), kind }));
    const news = parts.filter((part) => !known.includes(part));
    // Each belongs to an option: it is left out where that is not used, and named where it is.
    expect(plain.filter((part) => news.includes(part))).toEqual([]);
    if (news.length > 0) expect(optionsUsedIn({ ...everything, kind })).not.toEqual([]);
    else expect(optionsUsedIn({ ...everything, kind })).toEqual([]);
  },
);

test('a condition without options is sent as it was before there were any', () => {
  const loitering = cameraCondition.parse({ kind: 'loitering', limitS: 60 });
  expect(sentCondition(loitering)).toEqual({
    kind: 'loitering',
    classes: ['person'],
    minScore: 0.5,
    minHeight: 0,
    point: 'foot',
    zones: [],
    limitS: 60,
    mayLeaveS: 5,
  });
  expect(readCondition(sentCondition(loitering))).toEqual(loitering);
  expect(optionAbilitiesOf(loitering)).toEqual([]);
  const core = ruleCondition.parse({ kind: 'coreStatus' });
  expect(plainCondition(core)).toEqual({ kind: 'coreStatus', forS: 90 });
});

test.each([
  [{ kind: 'loitering', counts: 'sum' }, 'stayCounts'],
  [{ kind: 'occupancy', compare: 'between' }, 'countBetween'],
  [{ kind: 'occupancy', countedBy: 'lines' }, 'countedBy'],
  [{ kind: 'loitering', point: 'any' }, 'pointAny'],
  [{ kind: 'face', mode: 'unknown' }, 'strangers'],
  [{ kind: 'licensePlate', mode: 'onList', groupIds: ['0197aaaa-0000-7000-8000-000000000001'] }, 'groups'],
  [{ kind: 'suspect', mode: 'unknown' }, 'suspectPeople'],
] as const)('a condition with an option is of no kind that older cores know: %j', (asked, option) => {
  const condition = cameraCondition.parse(asked);
  const sent = sentCondition(condition);
  expect(cameraCondition.safeParse(sent).success).toBe(false);
  expect(readCondition(sent)).toEqual(condition);
  expect(optionAbilitiesOf(condition)).toEqual([`ruleOptions:${option}`]);
  expect(ruleOptionAbilities).toContain(`ruleOptions:${option}`);
  expect(readCondition({ ...sent, options: [option, 'ofTomorrow'] })).toBeUndefined();
  expect(readCondition({ ...sent, options: undefined })).toBeUndefined();
  expect(readCondition({ ...sent, condition: { kind: 'ofTomorrow' } })).toBeUndefined();
});

test('cores announce no option that the server judges', () => {
  expect(ruleOptionAbilities).not.toContain('ruleOptions:coreTrouble');
});
