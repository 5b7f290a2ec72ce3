import { z } from 'zod';
import { picturePoint, picturePolygon } from '../cameras/picture-shape.ts';
import { box, eventClass } from '../events/event.ts';
import { id } from '../shared/ids.ts';

const seconds = (min: number, max: number, fallback: number) => z.number().min(min).max(max).default(fallback);

/** An area that belongs to one rule. Foot points inside of it count. */
export const ruleZone = z.object({ id, points: picturePolygon });

/** A tripwire of 2 to 10 points. Walking from the first to the last, `right` is crossing it from left to right. */
const ruleLine = z.object({ id, points: z.array(picturePoint).min(2).max(10) });

const lineDirection = z.enum(['any', 'left', 'right']);

type Classes = z.infer<typeof eventClass>[];

const classes = (fallback: Classes) =>
  z
    .array(eventClass)
    .min(1)
    .max(3)
    .default(() => [...fallback]);

/** Whom a condition on tracks is about. */
const subjects = {
  classes: classes(['person']),
  /** Mean score of the last five sights, 0.3-0.9. */
  minScore: z.number().min(0.3).max(0.9).default(0.5),
  /** Least height in fractions of the picture; 0 takes everybody. */
  minHeight: z.number().min(0).max(1).default(0),
  /** What of somebody must be in a zone: the point between the feet, the centre (camera looks straight down), or any part at all. */
  point: z.enum(['foot', 'centre', 'any']).default('foot'),
};

/** Only a point crosses a line. */
const atLine = { ...subjects, point: z.enum(['foot', 'centre']).default('foot') };

/** On most sites these are about vehicles, too. */
const withVehicles = { ...subjects, classes: classes(['person', 'vehicle']) };

/** None means the whole picture. */
const zones = {
  zones: z
    .array(ruleZone)
    .max(8)
    .default(() => []),
};
const neededZones = { zones: z.array(ruleZone).min(1).max(8) };

const appearing = z.object({
  kind: z.literal('appearing'),
  ...subjects,
  ...zones,
  /** Whether who is inside already when seen first counts. */
  countsPresent: z.boolean().default(true),
  minStayS: seconds(0, 10, 0.5),
  /** One who was gone for less than this has not appeared anew. */
  reappearS: seconds(0, 3600, 30),
});

const disappearing = z.object({
  kind: z.literal('disappearing'),
  ...subjects,
  ...zones,
  /** Over the border of the zone, out of sight within it, or either. */
  by: z.enum(['border', 'end', 'both']).default('both'),
  goneS: seconds(1, 600, 5),
});

const trespassing = z.object({
  kind: z.literal('trespassing'),
  ...withVehicles,
  ...neededZones,
  countsPresent: z.boolean().default(true),
  minStayS: seconds(0, 60, 1),
});

const loitering = z.object({
  kind: z.literal('loitering'),
  ...subjects,
  ...zones,
  limitS: seconds(5, 3600, 30),
  /** May leave the zone for this long without starting anew. */
  mayLeaveS: seconds(0, 60, 5),
  /** One visit, or all visits of the last `sumWithinS` together, for as long as somebody stays in the picture. */
  counts: z.enum(['visit', 'sum']).default('visit'),
  sumWithinS: seconds(60, 3600, 900),
});

const lineCrossing = z.object({
  kind: z.literal('lineCrossing'),
  ...atLine,
  line: ruleLine,
  direction: lineDirection.default('any'),
});

const occupancy = z.object({
  kind: z.literal('occupancy'),
  ...subjects,
  ...zones,
  /** `between`: from `count` to `maxCount`, both of them included. */
  compare: z.enum(['atLeast', 'atMost', 'between']).default('atLeast'),
  count: z.number().int().min(0).max(500).default(10),
  forS: seconds(0, 3600, 10),
  maxCount: z.number().int().min(0).max(500).default(20),
  /** Who is in a zone now, or who crossed the lines from left to right without those who crossed them back. */
  countedBy: z.enum(['zone', 'lines']).default('zone'),
  lines: z
    .array(ruleLine)
    .max(4)
    .default(() => []),
  /** With `lines`: at this hour of each day at the site the count begins at nobody. */
  resetHour: z.number().int().min(0).max(23).default(4),
});

const absence = z.object({
  kind: z.literal('absence'),
  ...subjects,
  ...zones,
  minCount: z.number().int().min(1).max(100).default(1),
  forS: seconds(10, 86_400, 300),
});

const tailgating = z.object({
  kind: z.literal('tailgating'),
  ...atLine,
  line: ruleLine,
  direction: lineDirection.default('any'),
  count: z.number().int().min(2).max(5).default(2),
  withinS: seconds(0.5, 20, 3),
});

const proximity = z.object({
  kind: z.literal('proximity'),
  ...subjects,
  ...zones,
  /** The other of the two. */
  otherClasses: classes(['vehicle']),
  /** Nearer than so many heights of a standing person. */
  distance: z.number().min(0.3).max(10).default(1.5),
  forS: seconds(0.5, 60, 1.5),
});

const trafficControl = z.object({
  kind: z.literal('trafficControl'),
  ...withVehicles,
  ...neededZones,
  judges: z.discriminatedUnion('what', [
    z.object({
      what: z.literal('wrongWay'),
      /** The way that is allowed: degrees clockwise from the top of the picture. */
      heading: z.number().min(0).max(360),
      toleranceDegrees: z.number().min(20).max(90).default(60),
    }),
    z.object({ what: z.literal('stopped'), limitS: seconds(5, 3600, 30) }),
  ]),
});

const speedControl = z
  .object({
    kind: z.literal('speedControl'),
    ...atLine,
    classes: withVehicles.classes,
    /** The first line that is crossed, and the second. */
    line: ruleLine,
    secondLine: ruleLine,
    /** Metres on the ground between the lines, and how far that may be wrong. */
    metres: z.number().min(2).max(200),
    metresError: z.number().min(0.05).max(5).default(0.3),
    limitKmh: z.number().min(3).max(200),
    /** Whether the speed must be above the limit with all its uncertainty, or as it is measured. */
    when: z.enum(['surely', 'measured']).default('surely'),
  })
  .refine((condition) => condition.metresError < condition.metres / 2, 'an error far below the distance');

const missingObject = z.object({
  kind: z.literal('missingObject'),
  ...withVehicles,
  /** Where it belongs. */
  place: box,
  forS: seconds(5, 3600, 30),
});

const personalSafety = z.object({
  kind: z.literal('personalSafety'),
  ...subjects,
  ...zones,
  stillS: seconds(15, 900, 60),
  /** Only who is alone in the zone. */
  alone: z.boolean().default(true),
});

const motionAsked = {
  /** Least cells of the picture's 16 by 9 that move at once. */
  minCells: z.number().int().min(1).max(144).default(2),
  /** Least strength of the motion in a cell. */
  minLevel: z.number().int().min(1).max(255).default(20),
};

const motion = z.object({
  kind: z.literal('motion'),
  ...subjects,
  ...zones,
  ...motionAsked,
  onS: seconds(0, 30, 1),
  offS: seconds(1, 60, 5),
  /** Cells under people, vehicles and animals that are followed do not count. */
  ignoresExplained: z.boolean().default(true),
});

const zoneProtection = z.object({
  kind: z.literal('zoneProtection'),
  ...subjects,
  classes: classes(['person', 'vehicle', 'animal']),
  ...neededZones,
  minStayS: seconds(0, 60, 0.5),
  /** Whether motion that nobody explains alerts, too. */
  withMotion: z.boolean().default(false),
  ...motionAsked,
});

/** A condition on what moves in a camera's picture. */
export const trackCondition = z.discriminatedUnion('kind', [
  appearing,
  disappearing,
  trespassing,
  loitering,
  lineCrossing,
  occupancy,
  absence,
  tailgating,
  proximity,
  trafficControl,
  speedControl,
  missingObject,
  personalSafety,
  motion,
  zoneProtection,
]);

export type RuleZone = z.infer<typeof ruleZone>;
export type TrackCondition = z.infer<typeof trackCondition>;
/** The condition of one kind. */
export type TrackConditionOf<K extends TrackCondition['kind']> = Extract<TrackCondition, { kind: K }>;
