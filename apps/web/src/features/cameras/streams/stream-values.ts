import type { CameraInput, StreamInput } from '@sightline/contracts/cameras/camera';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';

/** What the form of a camera's streams holds. */
export interface StreamValues {
  edgeId: string;
  url: string;
  /** Empty when the camera has no second stream. */
  subUrl: string;
  username: string;
  password: string;
  transport: 'tcp' | 'udp';
  driver: 'auto' | 'rtsp' | 'node-av';
}

/** The rest of the form of a camera. */
export interface CameraValues extends StreamValues {
  name: string;
  locationId: string;
  retentionDays: number | string;
  recordingMode: 'continuous' | 'off';
  analysis: AnalysisSettings;
}

/** Streams as the contract wants them: main, and sub when it was given. */
export const streamsOf = ({ url, subUrl, transport, driver }: StreamValues): StreamInput[] => {
  const main: StreamInput = { kind: 'main', url: url.trim(), transport, driver };
  return subUrl.trim() === '' ? [main] : [main, { kind: 'sub', url: subUrl.trim(), transport, driver }];
};

/** A new camera as the contract wants it. */
export const cameraInputOf = (values: CameraValues): CameraInput => ({
  name: values.name.trim(),
  edgeId: values.edgeId,
  locationId: values.locationId,
  streams: streamsOf(values),
  credentials: { username: values.username, password: values.password },
  recordingMode: values.recordingMode,
  retentionDays: Number(values.retentionDays),
  retentionBytes: null,
  analysis: values.analysis,
  onvif: null,
  settings: {},
  place: null,
});

/** Whether the text is a retention that the server takes: whole days, 1 to 3650. */
export const isRetention = (value: number | string): boolean => {
  const days = typeof value === 'number' ? value : Number(value === '' ? Number.NaN : value);
  return Number.isInteger(days) && days >= 1 && days <= 3650;
};
