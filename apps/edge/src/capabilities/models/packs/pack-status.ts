import type { ModelStatus } from '@sightline/contracts/analysis/analysis';
import type { BuiltInPack } from '../install/built-in-packs.ts';
import type { ExaminedPack } from './examine-pack.ts';
import { isFit } from './examine-pack.ts';

/** A pack as people see it. */
export function statusOf(pack: ExaminedPack, isActive: boolean): ModelStatus {
  if (isFit(pack)) {
    const { id, version, name, task, licence, licenceText } = pack.manifest;
    const facts = { packId: id, version, name, task, licence, licenceText, source: pack.source, bytes: pack.bytes };
    return {
      ...facts,
      state: 'ready',
      isActive,
      msPerInference: pack.msPerInference,
      failure: null,
      detail: '',
      progress: null,
    };
  }
  const { id, version, name, task, licence, licenceText, failure, detail, source } = pack;
  const facts = { packId: id, version, name, task, licence, licenceText, source, bytes: null };
  return { ...facts, state: 'failed', isActive: false, msPerInference: null, failure, detail, progress: null };
}

/** A built-in pack that is not installed. */
export function absentStatus({ manifest }: BuiltInPack): ModelStatus {
  const { id, version, name, task, licence, licenceText } = manifest;
  const facts = { packId: id, version, name, task, licence, licenceText, source: 'builtIn' as const, bytes: null };
  return {
    ...facts,
    state: 'absent',
    isActive: false,
    msPerInference: null,
    failure: 'model_absent',
    detail: '',
    progress: null,
  };
}
