import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelStatus, ModelTask } from '@sightline/contracts/analysis/analysis';
import { modelTask } from '@sightline/contracts/analysis/analysis';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { z } from 'zod';
import type { InferenceRuntime } from '../../../drivers/onnx/inference-port.ts';
import type { Manifest } from './manifest.ts';
import { checkFiles, manifestName, readCharacters, readManifest, stampOf } from './pack-folder.ts';
import { selfTest } from './self-test.ts';

export type PackSource = ModelStatus['source'];

/** A pack that passed its checks. */
export interface FitPack {
  folder: string;
  source: PackSource;
  manifest: Manifest;
  bytes: number;
  msPerInference: number;
  /** Of the files as they were when they were checked. */
  stamp: string;
}

/** A pack that was refused or taken out. */
export interface RefusedPack {
  folder: string;
  source: PackSource;
  /** As far as the manifest says; the name of the folder otherwise. */
  id: string;
  version: string;
  name: string;
  task: ModelTask;
  licence: string;
  licenceText: string;
  failure: ErrorCode;
  detail: string;
}

export type ExaminedPack = FitPack | RefusedPack;

export const isFit = (pack: ExaminedPack): pack is FitPack => 'manifest' in pack;

const detailLength = 500;

function cutText(length: number, fallback: string) {
  return z
    .string()
    .transform((value) => value.slice(0, length))
    .catch(fallback);
}

/** What can be told of a pack although its manifest may be wrong. Without a task it is filed under detection. */
function roughManifest(folder: string, json: unknown) {
  const name = basename(folder);
  const rough = z.object({
    id: cutText(60, name.slice(0, 60)),
    version: cutText(40, '?'),
    name: cutText(120, name.slice(0, 120)),
    task: modelTask.catch('detect'),
    licence: cutText(120, ''),
    licenceText: cutText(4000, ''),
  });
  const known = rough.safeParse(json);
  return known.success ? known.data : rough.parse({});
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    // The refusal says already that it cannot be read.
    return null;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Describes a pack that is not used, with the cause. */
export async function refusePack(folder: string, source: PackSource, error: unknown): Promise<RefusedPack> {
  const json = await readJson(join(folder, manifestName));
  const known = error instanceof AppError;
  const detail = known ? textOf(error.data['detail']) : String(error);
  return {
    folder,
    source,
    ...roughManifest(folder, json),
    failure: known ? error.code : 'model_unfit',
    detail: detail.slice(0, detailLength),
  };
}

/** Reads a pack, checks its files and runs it once. Never fails: what is wrong with the pack is part of the answer. */
export async function examinePack(
  folder: string,
  source: PackSource,
  runtime: InferenceRuntime,
): Promise<ExaminedPack> {
  try {
    const stamp = await stampOf(folder).catch((cause: Error) => {
      throw new AppError('model_manifest_invalid', { detail: cause.message }, { cause });
    });
    const manifest = await readManifest(folder);
    const bytes = await checkFiles(folder, manifest);
    const session = await runtime.open(join(folder, manifest.model));
    try {
      return {
        folder,
        source,
        manifest,
        bytes,
        stamp,
        msPerInference: await selfTest(session, manifest, await readCharacters(folder, manifest)),
      };
    } finally {
      await session.close();
    }
  } catch (error) {
    return refusePack(folder, source, error);
  }
}
