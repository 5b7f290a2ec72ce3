import { z } from 'zod';
import { id } from '../shared/ids.ts';

const modelId = z.string().min(1).max(80);
/** Base64 of int8, unit length times 127. Compared only within one model. */
const values = z.string().max(2800);

/**
 * Some of the people whom a core recognises; all parts together are its gallery. `digest` stands for the rest where contents are
 * compared. Names stay on the server.
 */
const faceGallery = z.object({
  digest: z.string().max(80),
  people: z
    .array(
      z.object({
        personId: id,
        /** At cameras of these locations; null: of all. */
        locationIds: z.array(id).max(1000).nullable(),
        faces: z.array(z.object({ modelId, values })).max(10),
      }),
    )
    .max(5000),
});

/** What cores are told of people. */
export const peopleKinds = { faceGallery } as const;

/** A part of a picture is so long at most, in signs of base64. */
export const picturePartLength = 700_000;

/** Requests to a core. */
export const peopleCommands = {
  /**
   * Finds the faces in a JPEG or PNG and describes the one in it. A picture comes in parts of base64 in their order; the answer to the
   * last one says what was found. `model_absent` without models for faces, `face_file_not_a_picture` for what cannot be decoded.
   */
  'faces.describe': {
    input: z.object({
      pictureId: id,
      part: z.number().int().min(0).max(30),
      parts: z.number().int().min(1).max(30),
      bytes: z.string().max(picturePartLength),
    }),
    output: z.object({
      /** Null until the last part came. */
      found: z
        .object({
          count: z.number().int().min(0).max(1000),
          /** The face, when there is exactly one. `jpeg`: base64, at most 90 KB. */
          face: z
            .object({
              score: z.number().min(0).max(1),
              widthPx: z.number().int().min(1),
              modelId,
              values,
              jpeg: z.string().max(130_000),
            })
            .nullable(),
        })
        .nullable(),
    }),
  },
} as const;

export type FaceGallery = z.infer<typeof faceGallery>;
/** A face as a core describes it: base64 of its vector and of a picture of it. */
export type DescribedFace = NonNullable<
  NonNullable<z.infer<(typeof peopleCommands)['faces.describe']['output']>['found']>['face']
>;
