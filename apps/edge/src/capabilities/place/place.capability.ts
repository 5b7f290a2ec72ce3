import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';
import { ClockCopy } from '../../platform/store/clock-copy.ts';
import { GapCopy } from '../../platform/store/gap-copy.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { adoptLedger, lockAdopted } from '../recover/adopt-ledger.ts';
import { settleAdopted } from '../recover/adopted-records.ts';
import { adoptLostFootage } from '../recover/lost-footage.ts';
import { copyGapsOnce, findAgain } from '../recover/rebuild-store.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { isStoreAnew, takeUpUncertain } from '../recover/uncertain-times.ts';
import { FootagePlace } from './footage-place.ts';

export interface PlaceGives {
  place: FootagePlace;
  /** Where uncertain times are written down beside the footage. */
  clockCopy: ClockCopy;
  /** With the folder in which footage lies. */
  config: EdgeConfig;
  /** Whether the disk is mounted, and all that a damaged store knew of it is taken up: else nobody can tell which footage is the oldest. */
  isFootageKnown: () => Promise<boolean>;
}

/** Finds the disk for footage, and takes up what lies on it: of this core, of one whose store was damaged, of one that it replaces. */
export const placeCapability: EdgeCapability<EdgeCore & RecoverGives, PlaceGives> = {
  verb: 'place',
  survives: { meta: ['footagePlace'] },
  closes: 'footage',
  start: async (core, onStop) => {
    const { stores, log, clock } = core;
    const place = new FootagePlace({ stores, config: core.config, log });
    onStop(() => place.stop());
    const copy = new GapCopy({ volume: place.volume, isHere: place.isHere, log });
    stores.gaps.copyTo(copy);
    onStop(() => copy.stop());
    const clockCopy = new ClockCopy({ volume: place.volume, isHere: place.isHere, log });
    stores.segments.copyTo(clockCopy);
    onStop(() => clockCopy.stop());
    const footage = new FoundFootage(core, place, clockCopy);
    onStop(() => footage.stop());
    if (!place.isAway) await footage.takeUp();
    place.wait(() => {
      footage
        .takeUp()
        .catch((error: unknown) => log.error({ detail: String(error) }, 'footage of before could not be taken up'));
      core.reconfigure();
    });
    const { volume, adoptFrom } = place;
    return {
      gives: {
        place,
        clockCopy,
        config: { ...core.config, volume, adoptFrom },
        isFootageKnown: () => footage.found.then(() => place.isHere()),
      },
      joins: ({ edgeId }) =>
        settleAdopted({
          stores,
          edgeId,
          adoptFrom,
          records: core.declared.records,
          nowUtcMs: clock.nowUtcMs(),
          log,
        }),
    };
  },
};

/** What lies on the disk when this core comes to it. */
class FoundFootage {
  readonly #core: EdgeCore & { stores: EdgeStores };
  readonly #place: FootagePlace;
  readonly #clockCopy: ClockCopy;
  #lockBefore: { release: () => void } | null = null;
  /** Resolves once what a damaged store knew is taken up. */
  found: Promise<void> = Promise.resolve();

  constructor(core: EdgeCore & { stores: EdgeStores }, place: FootagePlace, clockCopy: ClockCopy) {
    this.#core = core;
    this.#place = place;
    this.#clockCopy = clockCopy;
  }

  async takeUp(): Promise<void> {
    const { stores, clock, log, signal } = this.#core;
    const { volume, adoptFrom, mark } = this.#place;
    // The core that is replaced must not write into the same footage.
    if (adoptFrom !== null) this.#lockBefore = await lockAdopted(adoptFrom, log);
    const isAnew = isStoreAnew(stores, volume);
    adoptLedger({ stores, volume, adoptFrom, nowUtcMs: clock.nowUtcMs(), log });
    adoptLostFootage({ stores, volume, nowUtcMs: clock.nowUtcMs(), log });
    const found = findAgain({ stores, volume, log, signal });
    // Gaps are known by now, and bear their marks.
    takeUpUncertain({ stores, volume, copy: this.#clockCopy, isAnew, isOtherMachine: adoptFrom !== null });
    this.found = found.catch((error: unknown) =>
      log.error({ detail: String(error) }, 'the damaged store could not be taken up'),
    );
    copyGapsOnce(stores, mark);
  }

  stop(): void {
    this.#lockBefore?.release();
  }
}
