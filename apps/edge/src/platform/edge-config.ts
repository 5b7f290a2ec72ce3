/** Version that the core announces; the one place that names it. */
export const edgeVersion = '0.1.0';

/** What this core was started with. */
export interface EdgeConfig {
  dataFolder: string;
  /** Folder that people named for footage; the data folder unless they named one. */
  footageFolder: string;
  /** Where footage is written. */
  volume: string;
  /** Data folder of the core that this one replaces, whose footage and ledger it takes up, or null. */
  adoptFrom: string | null;
  logFolder: string;
  serverUrl: string;
  /** One-time code of the command line, or null. */
  claimCode: string | null;
  /** File in which `./sightline up` hands over a code, or null. */
  claimFile: string | null;
  /** PEM of an own authority of the server, or null. */
  serverCa: string | null;
  icePort: number;
  /** Whether browsers of the local network may come in with a grant of the server, where the server allows it. */
  allowsLocalViews: boolean;
  /** Folder of folders with model packs of the operator, or null. */
  modelPacks: string | null;
  /** Whether built-in model packs that are not there are fetched from the package registry. */
  fetchesModels: boolean;
  /** Networks beside the private ones and the core's own that devices may lie in. */
  deviceNetworks: string[];
  /** Processes that look at pictures, 1-8. */
  analysisWorkers: number;
  /** Footage younger than this is not deleted for room without a notice, days. */
  leastDays: number;
  /** Folder of versions of this core's software when its launcher started it, else null. */
  softwareFolder: string | null;
  /** Since when an update kept this core from recording, or null. */
  updatingSinceUtcMs: number | null;
  /** Keys whose packages this core runs, as given on the command line; null: those that it was given before. */
  releaseKeys: string[] | null;
  logLevel: string;
}
