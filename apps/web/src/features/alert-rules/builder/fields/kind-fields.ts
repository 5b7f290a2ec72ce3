import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { ConditionDraft } from '../rule-values.ts';

/** How a part of a condition is given. Figures are in the unit that is said. */
interface FieldFacts {
  /** Where it stands in the condition; by its own name unless told otherwise. */
  path?: string;
  as:
    | 'figure'
    | 'share'
    | 'oneOf'
    | 'manyOf'
    | 'isOn'
    | 'words'
    | 'text'
    | 'expression'
    | 'tagFields'
    | 'judges'
    | 'people'
    | 'groups'
    | 'plates';
  unit?: 's' | 'heights' | 'degrees' | 'm' | 'kmh' | 'cells' | 'percent';
  /** The choices, by the words for them. */
  of?: OptionSet;
  /** It is explained below the field. */
  hinted?: true;
}

/** What can be chosen. */
export const optionSets = {
  class: ['person', 'vehicle', 'animal'],
  point: ['foot', 'centre', 'any'],
  linePoint: ['foot', 'centre'],
  by: ['both', 'border', 'end'],
  direction: ['any', 'left', 'right'],
  compare: ['atLeast', 'atMost', 'between'],
  stayCounts: ['visit', 'sum'],
  countedBy: ['zone', 'lines'],
  judges: ['wrongWay', 'stopped'],
  when: ['surely', 'measured'],
  tampering: ['covered', 'blinded', 'moved', 'blurred', 'frozen', 'dark'],
  faces: ['any', 'onList', 'notOnList', 'unknown'],
  who: ['any', 'onList', 'notOnList', 'unknown'],
  plates: ['any', 'onList', 'notOnList'],
  match: ['exact', 'similar'],
  colour: ['black', 'grey', 'white', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'brown', 'beige'],
  items: ['helmet', 'vest'],
  fire: ['flame', 'smoke'],
  door: ['open', 'held', 'blocked', 'forced'],
  cameraStatus: ['offline', 'notRecording', 'analysisOff'],
  coreStatus: ['offline', 'disk', 'clock', 'overload'],
  validation: ['nobody', 'morePeople'],
  inwards: ['towards', 'away'],
  letThrough: ['any', 'in', 'out'],
  uniform: ['wears', 'wearsNone'],
} as const;

export type OptionSet = keyof typeof optionSets;

/** Everything that forms of rules ask about a condition, once. */
export const ruleFields = {
  classes: { as: 'manyOf', of: 'class' },
  otherClasses: { as: 'manyOf', of: 'class' },
  minScore: { as: 'share', hinted: true },
  minHeight: { as: 'share', hinted: true },
  point: { as: 'oneOf', of: 'point', hinted: true },
  linePoint: { as: 'oneOf', of: 'linePoint', path: 'point' },
  countsPresent: { as: 'isOn', hinted: true },
  minStayS: { as: 'figure', unit: 's' },
  reappearS: { as: 'figure', unit: 's', hinted: true },
  by: { as: 'oneOf', of: 'by' },
  goneS: { as: 'figure', unit: 's' },
  limitS: { as: 'figure', unit: 's' },
  mayLeaveS: { as: 'figure', unit: 's', hinted: true },
  stayCounts: { as: 'oneOf', of: 'stayCounts', path: 'counts', hinted: true },
  sumWithinS: { as: 'figure', unit: 's' },
  direction: { as: 'oneOf', of: 'direction', hinted: true },
  compare: { as: 'oneOf', of: 'compare' },
  count: { as: 'figure' },
  maxCount: { as: 'figure' },
  countedBy: { as: 'oneOf', of: 'countedBy', hinted: true },
  resetHour: { as: 'figure', hinted: true },
  forS: { as: 'figure', unit: 's' },
  minCount: { as: 'figure', hinted: true },
  together: { as: 'figure', path: 'count' },
  withinS: { as: 'figure', unit: 's' },
  distance: { as: 'figure', unit: 'heights', hinted: true },
  judges: { as: 'judges', of: 'judges' },
  heading: { as: 'figure', unit: 'degrees', path: 'judges.heading', hinted: true },
  toleranceDegrees: { as: 'figure', unit: 'degrees', path: 'judges.toleranceDegrees' },
  stoppedS: { as: 'figure', unit: 's', path: 'judges.limitS' },
  metres: { as: 'figure', unit: 'm', hinted: true },
  metresError: { as: 'figure', unit: 'm', hinted: true },
  limitKmh: { as: 'figure', unit: 'kmh' },
  when: { as: 'oneOf', of: 'when', hinted: true },
  stillS: { as: 'figure', unit: 's' },
  alone: { as: 'isOn' },
  minCells: { as: 'figure', unit: 'cells', hinted: true },
  minLevel: { as: 'figure', hinted: true },
  onS: { as: 'figure', unit: 's' },
  offS: { as: 'figure', unit: 's' },
  ignoresExplained: { as: 'isOn', hinted: true },
  withMotion: { as: 'isOn', hinted: true },
  tamperStates: { as: 'manyOf', of: 'tampering', path: 'states' },
  faceMode: { as: 'oneOf', of: 'faces', path: 'mode', hinted: true },
  whoMode: { as: 'oneOf', of: 'who', path: 'mode', hinted: true },
  plateMode: { as: 'oneOf', of: 'plates', path: 'mode' },
  personIds: { as: 'people' },
  peopleGroups: { as: 'groups', path: 'groupIds', hinted: true },
  plates: { as: 'plates', hinted: true },
  vehicleGroups: { as: 'groups', path: 'groupIds' },
  match: { as: 'oneOf', of: 'match', hinted: true },
  reads: { as: 'figure', hinted: true },
  sights: { as: 'figure', hinted: true },
  numbers: { as: 'words', hinted: true },
  class: { as: 'oneOf', of: 'class' },
  upper: { as: 'manyOf', of: 'colour' },
  lower: { as: 'manyOf', of: 'colour' },
  body: { as: 'manyOf', of: 'colour' },
  windowS: { as: 'figure', unit: 's' },
  items: { as: 'manyOf', of: 'items' },
  graceS: { as: 'figure', unit: 's', hinted: true },
  fireWhat: { as: 'manyOf', of: 'fire', path: 'what' },
  flameS: { as: 'figure', unit: 's' },
  smokeS: { as: 'figure', unit: 's' },
  downS: { as: 'figure', unit: 's' },
  minPeople: { as: 'figure' },
  doorStates: { as: 'manyOf', of: 'door', path: 'states' },
  heldS: { as: 'figure', unit: 's' },
  statusWhat: { as: 'manyOf', of: 'cameraStatus', path: 'what' },
  coreWhat: { as: 'manyOf', of: 'coreStatus', path: 'what' },
  diskPercent: { as: 'figure', unit: 'percent' },
  clockS: { as: 'figure', unit: 's' },
  tag: { as: 'text', hinted: true },
  tagFields: { as: 'tagFields', path: 'fields' },
  maxAgeS: { as: 'figure', unit: 's', hinted: true },
  inwards: { as: 'oneOf', of: 'inwards', hinted: true },
  letThrough: { as: 'oneOf', of: 'letThrough', path: 'direction' },
  uniformMode: { as: 'oneOf', of: 'uniform', path: 'mode', hinted: true },
  letInS: { as: 'figure', unit: 's', path: 'windowS', hinted: true },
  validationMode: { as: 'oneOf', of: 'validation', path: 'mode' },
  beforeS: { as: 'figure', unit: 's' },
  afterS: { as: 'figure', unit: 's' },
  expression: { as: 'expression', hinted: true },
} as const satisfies Record<string, FieldFacts>;

export type FieldName = keyof typeof ruleFields;

/** The facts of a field, for whoever reads them whatever they are. */
export const factsOf = (name: FieldName): FieldFacts => ruleFields[name];

/** Where the value of a field stands in the condition. */
export const pathOf = (name: FieldName): string => factsOf(name).path ?? name;

/** A field that is only asked about when the condition is so. */
interface AskedWhen {
  field: FieldName;
  when: (condition: ConditionDraft) => boolean;
}

type Asked = FieldName | AskedWhen;

interface KindFields {
  /** What people decide. */
  main: readonly Asked[];
  /** What mostly stays as it is. */
  fine?: readonly Asked[];
}

const onSight = ['minScore', 'minHeight', 'point'] as const;
const atLine = ['minScore', 'minHeight', 'linePoint'] as const;
const isAmong = (part: string, value: string) => (condition: ConditionDraft) =>
  (condition[part] as readonly string[] | undefined)?.includes(value) === true;
/** Something that alerts only when it lasts. */
const lastsFor = (condition: ConditionDraft): boolean =>
  isAmong('states', 'held')(condition) || isAmong('states', 'blocked')(condition);
const judgesBy = (what: string) => (condition: ConditionDraft) =>
  (condition['judges'] as { what?: string } | undefined)?.what === what;
const looksAt = (wanted: 'person' | 'other') => (condition: ConditionDraft) =>
  (condition['class'] === 'person') === (wanted === 'person');
const hasList = ({ mode }: ConditionDraft): boolean => mode === 'onList' || mode === 'notOnList';
const isPerson = looksAt('person');
/** People who can be named, one by one or in groups. */
const whoIsMeant = (
  mode: 'faceMode' | 'whoMode',
  isAsked: (condition: ConditionDraft) => boolean,
): readonly AskedWhen[] => [
  { field: mode, when: isAsked },
  { field: 'peopleGroups', when: (condition) => isAsked(condition) && hasList(condition) },
  { field: 'personIds', when: (condition) => isAsked(condition) && hasList(condition) },
];

/** What the form of each kind asks about, in its order; what is drawn stands on the picture. */
export const kindFields: Readonly<Record<RuleKind, KindFields>> = {
  motion: { main: ['minCells', 'minLevel', 'onS'], fine: ['offS', 'ignoresExplained'] },
  tampering: { main: ['tamperStates', 'forS'] },
  proximity: { main: ['classes', 'otherClasses', 'distance', 'forS'], fine: onSight },
  threat: { main: ['windowS'] },
  trespassing: { main: ['classes', 'minStayS', 'countsPresent'], fine: onSight },
  tailgating: { main: ['classes', 'direction', 'together', 'withinS'], fine: atLine },
  zoneProtection: {
    main: [
      'classes',
      'minStayS',
      'withMotion',
      { field: 'minCells', when: ({ withMotion }) => withMotion === true },
      { field: 'minLevel', when: ({ withMotion }) => withMotion === true },
    ],
    fine: onSight,
  },
  speedControl: { main: ['classes', 'limitKmh', 'metres', 'metresError', 'when'], fine: atLine },
  door: { main: ['doorStates', { field: 'heldS', when: lastsFor }] },
  fire: {
    main: [
      'fireWhat',
      { field: 'flameS', when: isAmong('what', 'flame') },
      { field: 'smokeS', when: isAmong('what', 'smoke') },
    ],
  },
  fall: { main: ['downS'] },
  violence: { main: ['minPeople', 'windowS'] },
  suspect: {
    main: [
      'class',
      { field: 'upper', when: isPerson },
      { field: 'lower', when: isPerson },
      { field: 'body', when: looksAt('other') },
      ...whoIsMeant('whoMode', isPerson),
    ],
  },
  face: { main: whoIsMeant('faceMode', () => true), fine: ['sights'] },
  licensePlate: {
    main: [
      'plateMode',
      { field: 'vehicleGroups', when: hasList },
      { field: 'plates', when: hasList },
      { field: 'match', when: hasList },
    ],
    fine: ['reads'],
  },
  container: { main: ['numbers'] },
  appearing: { main: ['classes', 'minStayS', 'reappearS', 'countsPresent'], fine: onSight },
  disappearing: { main: ['classes', 'by', 'goneS'], fine: onSight },
  loitering: {
    main: [
      'classes',
      'limitS',
      'stayCounts',
      { field: 'sumWithinS', when: ({ counts }) => counts === 'sum' },
      'mayLeaveS',
    ],
    fine: onSight,
  },
  lineCrossing: { main: ['classes', 'direction'], fine: atLine },
  occupancy: {
    main: [
      'classes',
      'countedBy',
      'compare',
      'count',
      { field: 'maxCount', when: ({ compare }) => compare === 'between' },
      'forS',
      { field: 'resetHour', when: ({ countedBy }) => countedBy === 'lines' },
    ],
    fine: onSight,
  },
  trafficControl: {
    main: [
      'classes',
      'judges',
      { field: 'heading', when: judgesBy('wrongWay') },
      { field: 'toleranceDegrees', when: judgesBy('wrongWay') },
      { field: 'stoppedS', when: judgesBy('stopped') },
    ],
    fine: onSight,
  },
  missingObject: { main: ['classes', 'forS'], fine: ['minScore'] },
  absence: { main: ['classes', 'minCount', 'forS'], fine: onSight },
  cameraStatus: { main: ['statusWhat', 'forS'] },
  coreStatus: {
    main: [
      'coreWhat',
      { field: 'diskPercent', when: isAmong('what', 'disk') },
      { field: 'clockS', when: isAmong('what', 'clock') },
      'forS',
    ],
  },
  protectiveGear: { main: ['items', 'graceS'] },
  personalSafety: { main: ['classes', 'stillS', 'alone'], fine: onSight },
  gloves: { main: ['forS'] },
  eventTag: { main: ['tag', 'tagFields', 'maxAgeS'] },
  doorTailgating: { main: ['inwards', 'letInS'] },
  eventValidation: { main: ['validationMode', 'letThrough', 'beforeS', 'afterS'] },
  uniform: { main: ['uniformMode'] },
  developer: { main: ['expression'] },
};

/** The fields of a list that are asked about while the condition is as it is. */
export const askedOf = (asked: readonly Asked[] | undefined, condition: ConditionDraft): FieldName[] =>
  (asked ?? []).flatMap((one) => {
    if (typeof one === 'string') return [one];
    return one.when(condition) ? [one.field] : [];
  });
