import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelStatus, ModelTask } from '@sightline/contracts/analysis/analysis';
import { AppError } from '@sightline/contracts/shared/errors';
import type { InferenceRuntime, ModelSession } from '../../drivers/onnx/inference-port.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Detector, FaceDetector, FaceEmbedder, ModelSet, Spotter, TextReader } from './inference.ts';
import type { BuiltInPack } from './install/built-in-packs.ts';
import { builtInSources } from './install/built-in-packs.ts';
import { builtInFolder } from './install/install-built-ins.ts';
import type { ExaminedPack, FitPack, PackSource } from './packs/examine-pack.ts';
import { examinePack, isFit, refusePack } from './packs/examine-pack.ts';
import { GuardedSession } from './packs/guarded-session.ts';
import type { LoadedPack, ModelTools } from './packs/model-tools.ts';
import { makeTools } from './packs/model-tools.ts';
import { listPackFolders, readCharacters, stampOf } from './packs/pack-folder.ts';
import { absentStatus, statusOf } from './packs/pack-status.ts';
import { TrialMarks } from './packs/trial-marks.ts';

export interface ModelsOptions {
  /** Where built-in packs are installed. */
  modelsFolder: string;
  /** A folder of pack folders of the operator, or null. */
  operatorFolder: string | null;
  /** Loads the runtime; fails when there is none for this processor. */
  openRuntime: () => Promise<InferenceRuntime>;
  /** Other models are active, or a status changed. */
  onChange: () => void;
  log: Log;
  /** A pack of the operator runs its model, or none does any more: a model may end the process while it runs. */
  onRunning?: (packFolder: string | null) => void;
  /** Other packs than the built-in ones, for tests. */
  builtIns?: BuiltInPack[];
}

/** The models of a process. */
export interface ManagedModelSet extends ModelSet {
  /** Looks at the folders again: after an installation, or when the operator changed something. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

interface ActivePack extends LoadedPack {
  session: GuardedSession;
}

class PackShelf implements ManagedModelSet {
  readonly #options: ModelsOptions;
  readonly #runtime: InferenceRuntime | null;
  readonly #builtIns: BuiltInPack[];
  readonly #trials: TrialMarks;
  /** In order of preference: the operator's before the built-in ones. */
  #packs: ExaminedPack[] = [];
  readonly #active = new Map<ModelTask, ActivePack>();
  #tools: ModelTools = makeTools([]);
  #work: Promise<void> = Promise.resolve();

  constructor(options: ModelsOptions, runtime: InferenceRuntime | null) {
    this.#options = options;
    this.#runtime = runtime;
    this.#trials = new TrialMarks(options.modelsFolder);
    this.#builtIns = options.builtIns ?? builtInSources.flatMap(({ packs }) => packs);
  }

  get detector(): Detector | null {
    return this.#tools.detector;
  }

  get faceDetector(): FaceDetector | null {
    return this.#tools.faceDetector;
  }

  get faceEmbedder(): FaceEmbedder | null {
    return this.#tools.faceEmbedder;
  }

  get textReader(): TextReader | null {
    return this.#tools.textReader;
  }

  get spotters(): readonly Spotter[] {
    return this.#tools.spotters;
  }

  statuses(): ModelStatus[] {
    const present = new Set(this.#packs.map((pack) => pack.folder));
    const absent = this.#builtIns.filter((pack) => !present.has(this.#folderOf(pack)));
    const isActive = (pack: ExaminedPack): boolean => [...this.#active.values()].some((one) => one.pack === pack);
    return [...this.#packs.map((pack) => statusOf(pack, isActive(pack))), ...absent.map(absentStatus)];
  }

  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const operator = this.#options.operatorFolder ? await listPackFolders(this.#options.operatorFolder) : [];
      const builtIn = this.#builtIns.map((pack) => this.#folderOf(pack)).filter((folder) => existsSync(folder));
      const packs: ExaminedPack[] = [];
      for (const folder of operator) packs.push(await this.#examine(folder, 'operator'));
      for (const folder of builtIn) packs.push(await this.#examine(folder, 'builtIn'));
      this.#packs = packs;
      await this.#choose();
    });
  }

  stop(): Promise<void> {
    return this.#inTurn(async () => {
      this.#packs = [];
      await this.#choose();
    });
  }

  #folderOf(pack: BuiltInPack): string {
    return builtInFolder(this.#options.modelsFolder, pack.manifest);
  }

  /** Changes happen one after the other, whoever asks for them. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    this.#work = this.#work.catch(() => undefined).then(change);
    return this.#work;
  }

  async #examine(folder: string, source: PackSource): Promise<ExaminedPack> {
    const known = this.#packs.find((one) => one.folder === folder);
    // What is not changed stays the same object, so that an active model goes on without a break.
    if (known && isFit(known) && known.stamp === (await stampOf(folder).catch(() => null))) return known;
    const pack = await this.#tryPack(folder, source);
    if (!isFit(pack))
      this.#options.log.warn({ folder, code: pack.failure, detail: pack.detail }, 'model pack is not used');
    return pack;
  }

  async #tryPack(folder: string, source: PackSource): Promise<ExaminedPack> {
    const runtime = this.#runtime;
    if (!runtime) return refusePack(folder, source, new AppError('model_runtime_absent'));
    // Only packs of the operator are strangers.
    const tried =
      source === 'builtIn'
        ? await examinePack(folder, source, runtime)
        : await this.#trials.run(folder, () => examinePack(folder, source, runtime));
    return (
      tried ??
      refusePack(
        folder,
        source,
        new AppError('model_failed', { detail: 'the process ended each time this model was tried' }),
      )
    );
  }

  /** Makes the first fit pack of every task active and puts away what is active no more. */
  async #choose(): Promise<void> {
    const before = [...this.#active.values()];
    const wanted = new Map<ModelTask, ActivePack>();
    for (const pack of this.#packs) {
      if (!isFit(pack) || wanted.has(pack.manifest.task)) continue;
      const running = before.find((one) => one.pack === pack);
      const loaded = running ?? (await this.#load(pack));
      if (loaded) wanted.set(pack.manifest.task, loaded);
    }
    this.#active.clear();
    for (const [task, one] of wanted) this.#active.set(task, one);
    this.#tools = makeTools([...wanted.values()]);
    this.#options.onChange();
    for (const one of before) if (![...wanted.values()].includes(one)) await one.session.close();
  }

  async #load(pack: FitPack): Promise<ActivePack | null> {
    try {
      const open = (): Promise<ModelSession> => this.#runtime!.open(join(pack.folder, pack.manifest.model));
      const onRunning = (isRunning: boolean): void => this.#options.onRunning?.(isRunning ? pack.folder : null);
      const session = new GuardedSession(
        open,
        (error) => void this.#takeOut(pack, error),
        pack.source === 'operator' ? onRunning : undefined,
      );
      return { pack, session, characters: await readCharacters(pack.folder, pack.manifest) };
    } catch (error) {
      await this.#refuse(pack, error);
      return null;
    }
  }

  /** A model failed again and again: another one of its task takes over. */
  async #takeOut(pack: FitPack, error: unknown): Promise<void> {
    await this.#inTurn(async () => {
      if (!this.#packs.includes(pack)) return;
      await this.#refuse(pack, error);
      await this.#choose();
    });
  }

  async #refuse(pack: FitPack, error: unknown): Promise<void> {
    const refused = await refusePack(
      pack.folder,
      pack.source,
      new AppError('model_failed', { detail: String(error) }, { cause: error }),
    );
    this.#packs = this.#packs.map((one) => (one === pack ? refused : one));
    this.#options.log.error(
      { folder: pack.folder, code: refused.failure, detail: refused.detail },
      'model was taken out',
    );
  }
}

/** Loads what is installed and fit. Whatever is missing or broken, this succeeds: the statuses tell. */
export async function openModels(options: ModelsOptions): Promise<ManagedModelSet> {
  let runtime: InferenceRuntime | null = null;
  try {
    runtime = await options.openRuntime();
  } catch (error) {
    options.log.error({ detail: String(error) }, 'no inference runtime');
  }
  const shelf = new PackShelf(options, runtime);
  await shelf.reload();
  return shelf;
}
