import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { SourceDriver, SourceOptions, SourceSession } from '../../drivers/source-driver.ts';
import type { SpeakerDriver, SpeakerPlace } from '../../drivers/speaker-driver.ts';
import { probeSpeaker } from '../talk/speaker-probes.ts';
import { boundedJpeg, codedPictureOf } from './live-poster.ts';
import type { PictureMaker } from './picture-maker.ts';
import { StreamProbe, warningsOf } from './stream-probe.ts';

type TestInput = EdgeCommandInput<'camera.test'>;
type TestOutput = EdgeCommandOutput<'camera.test'>;

export interface CameraTestDeps {
  /** Null when it is not installed. */
  drivers: { rtsp: SourceDriver; nodeAv: SourceDriver | null };
  pictures: PictureMaker;
  speakers: Pick<SpeakerDriver, 'look'>;
  nowMs: () => number;
}

const setupTimeoutMs = 5_000;
/** After the first picture the stream is looked at this long. */
const lookMs = 3_000;
/** With no second keyframe by then it is looked at this much longer, so that a wide distance of keyframes is seen for what it is. */
const lookOnMs = 2_000;
/** The first picture must come within this time after the set-up. */
const firstPictureMs = 6_000;
/** On a connection of its own, after the other one was given back. */
const speakerTimeoutMs = 3_000;
const maxSnapshotBytes = 150_000;
const snapshotWidth = 960;

/** Looks at a stream for a few seconds and describes it; fails with the driver's code when nothing comes. */
export async function testCamera(deps: CameraTestDeps, input: TestInput): Promise<TestOutput> {
  const startedAtMs = deps.nowMs();
  const { look, driver, setupMs, transport } = await lookWithFallback(deps, input, startedAtMs);
  const format = look.format();
  if (format === null || look.keyframe === null || look.config === null) throw new AppError('camera_no_parameter_sets');
  const [snapshot, speaker] = await Promise.all([
    snapshotOf(deps.pictures, look),
    probeSpeaker(deps.speakers, speakerPlaceOf(input)),
  ]);
  const warnings = warningsOf(format, look.spanMs);
  if (input.transport === 'tcp' && transport === 'udp') warnings.push('udpOnly');
  return { format: { ...format, transport }, warnings, snapshot, setupMs, driver, speaker };
}

const speakerPlaceOf = ({ url, credentials }: TestInput): SpeakerPlace => ({
  url,
  username: credentials.username || null,
  password: credentials.password || null,
  setupTimeoutMs: speakerTimeoutMs,
});

interface Looked {
  look: StreamProbe;
  driver: 'rtsp' | 'node-av';
  setupMs: number;
  transport: 'tcp' | 'udp';
}

async function lookWithFallback(deps: CameraTestDeps, input: TestInput, startedAtMs: number): Promise<Looked> {
  const { rtsp, nodeAv } = deps.drivers;
  const use = (driver: SourceDriver): Promise<Looked> => lookAt(driver, input, { nowMs: deps.nowMs, startedAtMs });
  if (input.driver === 'node-av') {
    if (nodeAv === null) throw new AppError('transcode_unavailable');
    return use(nodeAv);
  }
  try {
    return await use(rtsp);
  } catch (error) {
    const isFinal =
      input.driver === 'rtsp' || nodeAv === null || !(error instanceof AppError) || !mayDifferByDriver.has(error.code);
    if (isFinal) throw error;
    // The other driver knows some odd cameras; when it fails too, the first reason is the clearer one.
    return use(nodeAv).catch(() => {
      throw error;
    });
  }
}

/** Failures that another implementation of RTSP may not have. */
const mayDifferByDriver = new Set<string>([
  'camera_not_rtsp',
  'camera_timeout',
  'camera_closed',
  'camera_no_video',
  'camera_no_parameter_sets',
]);

const sourceOf = ({ url, credentials, transport }: TestInput): SourceOptions => ({
  url,
  username: credentials.username || null,
  password: credentials.password || null,
  transport,
  setupTimeoutMs,
  startReordering: false,
});

function lookAt(
  driver: SourceDriver,
  input: TestInput,
  clock: { nowMs: () => number; startedAtMs: number },
): Promise<Looked> {
  const look = new StreamProbe();
  return new Promise((resolve, reject) => {
    let session: SourceSession | null = null;
    let setupMs = 0;
    let timer = setTimeout(() => settle(() => reject(new AppError('camera_timeout'))), setupTimeoutMs + firstPictureMs);
    let isSettled = false;
    const settle = (act: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      void session?.stop();
      act();
    };
    const looked = (): Looked => ({
      look,
      driver: driver.name,
      setupMs,
      transport: session?.transport() ?? input.transport,
    });
    const firstPicture = (): void => {
      setupMs = Math.round(clock.nowMs() - clock.startedAtMs);
      clearTimeout(timer);
      const done = (): void => settle(() => resolve(looked()));
      timer = setTimeout(() => {
        if (look.keyframes > 1) done();
        else timer = setTimeout(done, lookOnMs);
      }, lookMs);
    };
    session = driver.open(sourceOf(input), {
      config: (config) => (look.config = config),
      unit: (unit) => {
        if (unit.kind !== 'video') return;
        if (look.keyframe === null && unit.key) firstPicture();
        look.addPicture(unit);
      },
      end: (reason) =>
        settle(() => {
          if (look.format() !== null) resolve(looked());
          else reject(new AppError(reason === 'stopped' ? 'camera_closed' : reason));
        }),
    });
  });
}

/** A picture is a help and no condition: a core without a decoder tests cameras too. */
async function snapshotOf(pictures: PictureMaker, look: StreamProbe): Promise<string | null> {
  try {
    const jpeg = await boundedJpeg(pictures, codedPictureOf(look.keyframe!, look.config!), {
      width: snapshotWidth,
      maxBytes: maxSnapshotBytes,
      privacy: null,
    });
    return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
