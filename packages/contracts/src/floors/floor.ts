import { z } from 'zod';
import { id, name } from '../shared/ids.ts';

/** Types of file that a plan can be; a page of a PDF is drawn as one of them by the browser. */
export const planMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Largest file of a plan, in bytes. */
export const planBytes = 10_485_760;

/** Longest side of a plan, in pixels. */
export const planSidePx = 8192;

/** The picture of a floor. `url` is signed for 5 minutes. */
export const floorPlan = z.object({ url: z.string(), widthPx: z.number().int(), heightPx: z.number().int() });

/** Where a camera stands on a plan, and what it looks at. */
export const placement = z.object({
  /** Share of the width from the left edge, 0..1. */
  x: z.number().min(0).max(1),
  /** Share of the height from the upper edge, 0..1. */
  y: z.number().min(0).max(1),
  /** Clockwise from the upper edge of the plan, 0 to below 360. */
  headingDeg: z.number().min(0).lt(360),
  fovDeg: z.number().min(1).max(360),
  rangeM: z.number().min(0.5).max(500),
});

/** Metres that the width of a plan stands for. */
const widthM = z.number().min(1).max(10_000);

/** Storey by its number: 0 is the ground floor. */
const level = z.number().int().min(-50).max(200);

const floorHead = {
  id,
  name: z.string(),
  level: z.number().int(),
  widthM: z.number(),
  revision: z.number().int(),
};

/** A floor in the list of its building. Counts only cameras that the caller may see. */
export const floorSummary = z.object({ ...floorHead, hasPlan: z.boolean(), cameraCount: z.number().int() });

/** A building of a location with its floors, the lowest first. */
export const building = z.object({
  id,
  locationId: id,
  name: z.string(),
  floors: z.array(floorSummary),
  revision: z.number().int(),
  can: z.object({ edit: z.boolean() }),
});

/** A floor with its plan and the cameras on it that the caller may see. */
export const floor = z.object({
  ...floorHead,
  buildingId: id,
  buildingName: z.string(),
  locationId: id,
  plan: floorPlan.nullable(),
  cameras: z.array(placement.extend({ cameraId: id })),
  can: z.object({ edit: z.boolean() }),
});

/** A building to be made. */
export const buildingInput = z.object({ name });

/** `revision`: of the building as the caller read it; another one is answered `conflict`. */
export const buildingUpdate = z.object({ name, revision: z.number().int().min(1).optional() });

/** A floor to be made: ground floor of 50 m width unless it says otherwise. */
export const floorInput = z.object({ name, level: level.default(0), widthM: widthM.default(50) });

/** Absent fields stay. */
export const floorUpdate = z.object({
  name: name.optional(),
  level: level.optional(),
  widthM: widthM.optional(),
  revision: z.number().int().min(1).optional(),
});

export type Building = z.infer<typeof building>;
export type Floor = z.infer<typeof floor>;
export type FloorSummary = z.infer<typeof floorSummary>;
export type FloorInput = z.infer<typeof floorInput>;
export type FloorUpdate = z.infer<typeof floorUpdate>;
export type BuildingUpdate = z.infer<typeof buildingUpdate>;
export type Placement = z.infer<typeof placement>;
/** A camera on a floor: its place, and what it looks at. */
export type PlacedCamera = Floor['cameras'][number];
