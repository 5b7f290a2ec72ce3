import { spotTask } from './spot-tasks.ts';
import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id } from '../shared/ids.ts';

/** What a model pack can do. */
export const modelTask = z.enum(['detect', 'faceDetect', 'faceEmbed', 'textDetect', 'textRead', ...spotTask.options]);

/** `installing`: being fetched or converted. `absent`: not there, nothing is tried. `failed`: refused, with cause; a built-in takes over where there is one. */
export const modelState = z.enum(['ready', 'installing', 'absent', 'failed']);

/** A model pack of a core, as people see it. */
export const modelStatus = z.object({
  packId: z.string().max(60),
  version: z.string().max(40),
  name: z.string().max(120),
  task: modelTask,
  state: modelState,
  source: z.enum(['builtIn', 'operator']),
  /** Whether it does its task now; a second pack of the same task waits. */
  isActive: z.boolean(),
  /** Milliseconds of one inference as measured by the self-test on this core; null before. */
  msPerInference: z.number().nullable(),
  failure: errorCode.nullable(),
  detail: z.string().max(500),
  /** 0..1 while installing. */
  progress: z.number().min(0).max(1).nullable(),
  licence: z.string().max(120),
  /** Where the weights come from and what their licence says. */
  licenceText: z.string().max(4000),
  bytes: z.number().int().nullable(),
});

/** `active`: something moves. `idle`: only keyframes are looked at. `waiting`: no pictures come. `off`: not wanted. `motionOnly`: no model is installed. */
export const cameraAnalysisState = z.enum(['active', 'idle', 'waiting', 'off', 'motionOnly']);

/** How the analysis of one camera goes, over the last 10 seconds. */
export const cameraAnalysisStatus = z.object({
  cameraId: id,
  state: cameraAnalysisState,
  /** Why it is not as wanted: `analysis_overloaded`, `transcode_unavailable`, a stream's cause... */
  cause: errorCode.nullable(),
  /** Which stream is decoded; null when none is. */
  stream: z.enum(['main', 'sub']).nullable(),
  decodedFps: z.number(),
  /** Detections per second wanted and given. */
  wantedFps: z.number(),
  givenFps: z.number(),
  /** Share of the core's inference time that this camera got, 0..1. */
  share: z.number().min(0).max(1),
  /** Age of the oldest picture that waits for the detector, ms. */
  queueAgeMs: z.number(),
  /** Pictures left out because newer ones came or a queue was full, per second. */
  droppedFps: z.number(),
  motionLevel: z.number().int().min(0).max(255),
  openTracks: z.number().int(),
});

/** How a core's analysis goes. */
export const analysisStatus = z.object({
  /** False without a decoder (`transcode_unavailable`). */
  canDecode: z.boolean(),
  models: z.array(modelStatus).max(200),
  cameras: z.array(cameraAnalysisStatus).max(2000),
  inference: z.object({
    /** Share of the time that may be spent and is spent on inference, 0..1 of one processor core times the workers. */
    budgetShare: z.number(),
    usedShare: z.number(),
    /** Sum over the cameras: wanted and given detections per second. */
    wantedFps: z.number(),
    givenFps: z.number(),
  }),
});

export type AnalysisStatus = z.infer<typeof analysisStatus>;
export type ModelStatus = z.infer<typeof modelStatus>;
export type ModelTask = z.infer<typeof modelTask>;
export type CameraAnalysisStatus = z.infer<typeof cameraAnalysisStatus>;
export type CameraAnalysisState = z.infer<typeof cameraAnalysisState>;
