import type { DesiredOwners, EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { DesiredStore } from '../../platform/store/desired-store.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { takeUpTrial } from './take-up-trial.ts';
import { noteDamage, rebuildDamagedStore } from './rebuild-store.ts';

export interface RecoverGives {
  stores: EdgeStores;
}

/** Opens the store: as it was left, or of what is found again where it is damaged or a version on trial was taken back. */
export const recoverCapability: EdgeCapability<EdgeCore, RecoverGives> = {
  verb: 'recover',
  survives: { meta: ['adoptedLedgerOf'] },
  closes: 'store',
  start: (core, onStop) => {
    const { config, clock, declared, log } = core;
    const { dataFolder, softwareFolder } = config;
    const known = { dataFolder, nowUtcMs: clock.nowUtcMs(), log };
    rebuildDamagedStore(known);
    if (softwareFolder !== null) takeUpTrial({ ...known, softwareFolder, agreed: declared.trial });
    const stores = openEdgeStores(dataFolder, (error) => damaged(core, error));
    onStop(() => {
      stores.desiredCopy.stop();
      stores.store.close();
    });
    stores.desiredCopy.keep(declared.meta);
    own(stores.desired, declared.owners(stores));
    core.step('database');
    return { gives: { stores } };
  },
};

function damaged({ config, clock, log, signal, onStoreDamaged }: EdgeCore, error: unknown): void {
  log.error({ detail: String(error) }, 'the store is damaged');
  try {
    noteDamage(config.dataFolder, clock.nowUtcMs());
  } catch (cause) {
    log.error({ detail: String(cause) }, 'that the store is damaged could not be noted');
  }
  // Whoever met the damage is not done yet.
  if (!signal.aborted) setImmediate(onStoreDamaged);
}

function own(desired: DesiredStore, owners: DesiredOwners): void {
  for (const kind of Object.keys(owners) as (keyof DesiredOwners)[]) ownOne(desired, kind, owners);
}

const ownOne = <K extends keyof DesiredOwners>(desired: DesiredStore, kind: K, owners: DesiredOwners): void =>
  desired.own<K>(kind, owners[kind]);
