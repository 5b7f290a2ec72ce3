import type { RuleZone } from '@sightline/contracts/alert-rules/track-conditions';
import { lineFault, placeFault, zoneFault } from '@sightline/domain/rules/drawn-faults';
import type { RuleFault } from '@sightline/domain/rules/rule-faults';
import { newId } from '../../../../platform/ids/new-id.ts';
import { areaForm, firstCorners, lineForm, type Corner, type ShapeForm } from '../../../../ui/drawing/corners.ts';
import { hasPart, needsZones } from '../condition-facts.ts';
import type { ConditionDraft } from '../rule-values.ts';

/** Something that is drawn for a rule: its zones, its lines, those by which it counts, or the place of an object as its four corners. */
export interface Shape {
  is: 'zone' | 'line' | 'secondLine' | 'countLine' | 'place';
  id: string;
  points: Corner[];
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Zones, and lines to count by, that a rule can have. */
export const maxZones = 8;
export const maxCountLines = 4;
/** Corners of a rectangle keep this distance, in fractions of the picture. */
const least = 0.01;

const placeForm: ShapeForm = { min: 4, max: 4, isClosed: true };

/** How many corners a shape can have. */
export const formOf = ({ is }: Pick<Shape, 'is'>): ShapeForm =>
  is === 'zone' ? areaForm : is === 'place' ? placeForm : lineForm;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function cornersOf({ x, y, width, height }: Place): Corner[] {
  const [right, bottom] = [rounded(x + width), rounded(y + height)];
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
}

const placeOf = ([from, , to]: readonly Corner[]): Place => ({
  x: from!.x,
  y: from!.y,
  width: rounded(to!.x - from!.x),
  height: rounded(to!.y - from!.y),
});

const zonesOf = (condition: ConditionDraft): readonly RuleZone[] =>
  (condition['zones'] as readonly RuleZone[] | undefined) ?? [];

const countLinesOf = (condition: ConditionDraft): readonly RuleZone[] =>
  (condition['lines'] as readonly RuleZone[] | undefined) ?? [];

/** Whether a rule counts who crosses its lines, and nobody in zones. */
export const countsByLines = (condition: ConditionDraft): boolean => condition['countedBy'] === 'lines';

/** Whether something can be drawn for rules of the kind. */
export const isDrawable = (kind: ConditionDraft['kind']): boolean =>
  ['zones', 'line', 'place'].some((part) => hasPart(kind, part));

/** Whether a rule is about one camera only, since something is drawn. */
export const isOneCameraKind = (kind: ConditionDraft['kind']): boolean =>
  needsZones(kind) || hasPart(kind, 'line') || hasPart(kind, 'place');

/** What is drawn for a rule, in the order in which it is listed. */
export function shapesOf(condition: ConditionDraft): Shape[] {
  if (countsByLines(condition))
    return countLinesOf(condition).map(({ id, points }): Shape => ({ is: 'countLine', id, points }));
  const zones = zonesOf(condition).map(({ id, points }): Shape => ({ is: 'zone', id, points }));
  const lines = (['line', 'secondLine'] as const).flatMap((is): Shape[] => {
    const line = condition[is] as RuleZone | undefined;
    return line === undefined ? [] : [{ is, id: line.id, points: line.points }];
  });
  const place = condition['place'] as Place | undefined;
  return [
    ...zones,
    ...lines,
    ...(place === undefined ? [] : [{ is: 'place' as const, id: 'place', points: cornersOf(place) }]),
  ];
}

/** The condition with other corners of one shape. */
export function withShape(condition: ConditionDraft, { is, id, points }: Shape): ConditionDraft {
  if (is === 'place') return { ...condition, place: placeOf(points) };
  const moved = (shape: RuleZone): RuleZone => (shape.id === id ? { id, points } : shape);
  if (is === 'countLine') return { ...condition, lines: countLinesOf(condition).map(moved) };
  if (is !== 'zone') return { ...condition, [is]: { id, points } };
  return { ...condition, zones: zonesOf(condition).map(moved) };
}

/** The condition with a further zone in the middle of the picture. */
export function withNewZone(condition: ConditionDraft): { condition: ConditionDraft; id: string } {
  const zones = zonesOf(condition);
  const id = newId();
  return { condition: { ...condition, zones: [...zones, { id, points: firstCorners(zones.length) }] }, id };
}

/** The condition with a further line to count by, beside those that are there. */
export function withNewLine(condition: ConditionDraft): { condition: ConditionDraft; id: string } {
  const lines = countLinesOf(condition);
  const id = newId();
  const x = rounded(0.5 + (lines.length % 2 === 0 ? 1 : -1) * 0.1 * Math.ceil((lines.length + 1) / 2));
  const points = [
    { x, y: 0.8 },
    { x, y: 0.3 },
  ];
  return { condition: { ...condition, lines: [...lines, { id, points }] }, id };
}

/** The condition without one of its zones or lines. */
export const withoutShape = (condition: ConditionDraft, id: string): ConditionDraft =>
  countsByLines(condition)
    ? { ...condition, lines: countLinesOf(condition).filter((line) => line.id !== id) }
    : { ...condition, zones: zonesOf(condition).filter((zone) => zone.id !== id) };

/** What is wrong with a shape, as the server judges it; null for one that can be used. */
export function faultOf({ is, points }: Shape): RuleFault | null {
  if (is === 'zone') return zoneFault(points);
  return is === 'place' ? placeFault(placeOf(points)) : lineFault(points);
}

const within = (value: number, low: number, high: number): number => rounded(Math.min(high, Math.max(low, value)));

/** The corners of a rectangle with one moved; it stays a rectangle in the picture, and its sides stop at each other. */
export function withPlaceCorner(points: readonly Corner[], index: number, to: Corner): Corner[] {
  const [{ x: left, y: top }, , { x: right, y: bottom }] = points as [Corner, Corner, Corner, Corner];
  const isLeft = index === 0 || index === 3;
  const isTop = index < 2;
  const x = isLeft ? within(to.x, 0, right - least) : within(to.x, left + least, 1);
  const y = isTop ? within(to.y, 0, bottom - least) : within(to.y, top + least, 1);
  return cornersOf({
    x: isLeft ? x : left,
    y: isTop ? y : top,
    width: rounded(isLeft ? right - x : x - left),
    height: rounded(isTop ? bottom - y : y - top),
  });
}
