import { z } from 'zod';
import { eventClass, eventSeverity } from '../events/event.ts';
import { id, name } from '../shared/ids.ts';
import { picturePolygon } from './picture-shape.ts';

/** A named area of the picture. A thing is inside when the middle of its lower edge is. */
export const definedZone = z.object({
  id,
  name,
  /** Corners in fractions of the picture, in order. */
  points: picturePolygon,
  /** Severity of events that enter it. */
  severity: eventSeverity.default('warning'),
});

/** What a core looks for in a camera's picture. */
export const analysisSettings = z.object({
  /** Off: no motion, no detection, no events. */
  isOn: z.boolean().default(true),
  objectsToScan: z
    .array(eventClass)
    .max(3)
    .default(() => ['person', 'vehicle', 'animal'] as const satisfies string[]),
  /** Looks at overlapping parts of the picture as well, for small things; costs about five times as much. */
  hasTiles: z.boolean().default(false),
  readsPlates: z.boolean().default(true),
  /** Finds faces and makes vectors that can be compared. */
  comparesFaces: z.boolean().default(true),
  /** Only what stands here counts; none: the whole picture. */
  zones: z
    .array(picturePolygon)
    .max(20)
    .default(() => []),
  /** Nothing that stands here counts, also inside of `zones`. */
  zonesExclude: z
    .array(picturePolygon)
    .max(20)
    .default(() => []),
  definedZones: z
    .array(definedZone)
    .max(20)
    .refine((zones) => new Set(zones.map((zone) => zone.id)).size === zones.length, 'each zone once')
    .default(() => []),
});

/** Settings of a camera that nobody changed. */
export const defaultAnalysis = analysisSettings.parse({});

export type AnalysisSettings = z.infer<typeof analysisSettings>;
export type DefinedZone = z.infer<typeof definedZone>;
