import { notifyAnswer } from './answers.ts';

/** What one answer of the server says about this browser's clock. UTC ms; `dateMs` is its `Date` header, in whole seconds. */
export interface ClockWord {
  sentAtMs: number;
  receivedAtMs: number;
  dateMs: number;
}

/** A header names the second that had begun when it was made, or was about to end a little before. */
const secondMs = 1000;
const slackMs = 250;

interface Bounds {
  least: number;
  most: number;
}

/**
 * The server's clock as this browser knows it. Every answer bounds the difference of the two clocks; all of them together bound it
 * narrowly. A clock that agrees with every answer is believed as it is.
 */
export class ServerClock {
  #bounds: Bounds | null = null;

  hear({ sentAtMs, receivedAtMs, dateMs }: ClockWord): void {
    if (!Number.isFinite(dateMs) || receivedAtMs < sentAtMs) return;
    const said: Bounds = { least: dateMs - slackMs - receivedAtMs, most: dateMs + secondMs + slackMs - sentAtMs };
    const both: Bounds = {
      least: Math.max(said.least, this.#bounds?.least ?? said.least),
      most: Math.min(said.most, this.#bounds?.most ?? said.most),
    };
    // No difference fits both: one of the clocks was set meanwhile, and only the newest word counts.
    this.#bounds = both.least <= both.most ? both : said;
  }

  /** Server's clock minus this browser's, ms; 0 while nothing says that they differ. */
  get offsetMs(): number {
    if (this.#bounds === null) return 0;
    const { least, most } = this.#bounds;
    return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
  }
}

const clock = new ServerClock();

/** Now by the server's clock, UTC ms: whatever is asked of the server or compared with its times counts from here. */
export const serverNowUtcMs = (): number => Date.now() + clock.offsetMs;

/** What the server's clock showed at an instant of this browser's, UTC ms. */
export const serverTimeOf = (atMs: number): number => atMs + clock.offsetMs;

/** A proxy says with these that it cannot reach the server. */
const ofProxies = new Set([502, 503, 504]);

/** `fetch`, hearing from the answer what time it is at the server, and that it is there. */
export const fetchFromServer = async (url: string, request: RequestInit): Promise<Response> => {
  const sentAtMs = Date.now();
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (failure) {
    if (request.signal?.aborted !== true) notifyAnswer(false);
    throw failure;
  }
  if (!ofProxies.has(response.status)) notifyAnswer(true);
  const said = response.headers.get('date');
  // What a cache may have kept says what time it was when it was made.
  const isKept = response.headers.get('cache-control')?.includes('max-age') === true;
  if (said !== null && !isKept) clock.hear({ sentAtMs, receivedAtMs: Date.now(), dateMs: Date.parse(said) });
  return response;
};
