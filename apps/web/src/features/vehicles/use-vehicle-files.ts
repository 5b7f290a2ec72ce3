import type { VehicleImport } from '@sightline/contracts/vehicles/vehicle-import';
import { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callQuery } from '../../platform/api/client.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { sendFile } from './send-file.ts';
import { refreshVehicles } from './vehicle-queries.ts';

const askEveryMs = 500;
const isOver = ({ state }: VehicleImport): boolean => !['waiting', 'running'].includes(state);

/** Files that were chosen, on their way, and what became of them. */
export type FilesStep =
  | { kind: 'choose' }
  | { kind: 'uploading'; share: number }
  | { kind: 'processing'; ids: readonly string[] };

/** A file that browsers gave without a name, or for which the server names none, cannot be sent. */
class NamelessFile extends Error {}

/** Sends each file to an address of its own, and has the server begin with it; answers the works. `onShare` hears how much of all is sent. */
async function sendAll(files: readonly File[], onShare: (share: number) => void): Promise<string[]> {
  const orgId = currentSession()?.activeOrganizationId ?? '';
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  const ids: string[] = [];
  let before = 0;
  for (const file of files) {
    if (file.name === '') throw new NamelessFile();
    const asset = `${String(Date.now())}-${file.name}`;
    const { url, filePath } = await call(vehicleImportsCalls.presign, { body: { asset, orgId } });
    if (!filePath) throw new NamelessFile();
    await sendFile(url, file, (sent) => onShare((before + sent) / total));
    before += file.size;
    ids.push((await call(vehicleImportsCalls.evaluate, { body: { filePath, orgId } })).id);
  }
  return ids;
}

/** The way of files from choosing them to what became of them; a failure leads back to the beginning with a message. */
export function useVehicleFiles() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [step, setStep] = useState<FilesStep>({ kind: 'choose' });
  const [problem, setProblem] = useState<string | null>(null);
  const ids = step.kind === 'processing' ? step.ids : [];
  const works = useQueries({
    queries: ids.map((id) => ({
      ...callQuery(vehicleImportsCalls.get, { params: { id } }),
      refetchInterval: ({ state: { data } }: { state: { data: VehicleImport | undefined } }) =>
        data !== undefined && isOver(data) ? (false as const) : askEveryMs,
    })),
  }).flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isDone = ids.length > 0 && works.length === ids.length && works.every(isOver);
  useEffect(() => {
    if (isDone) void refreshVehicles(client);
  }, [isDone, client]);
  const send = async (files: readonly File[]): Promise<void> => {
    setProblem(null);
    setStep({ kind: 'uploading', share: 0 });
    try {
      setStep({ kind: 'processing', ids: await sendAll(files, (share) => setStep({ kind: 'uploading', share })) });
    } catch (failure) {
      setStep({ kind: 'choose' });
      const isNameless = failure instanceof NamelessFile;
      setProblem(isNameless ? t('vehicles.file.nameless') : t('vehicles.file.unknown'));
      toastFailure(t('vehicles.file.failed'), failure);
    }
  };
  return {
    step,
    works,
    isDone,
    problem,
    send,
    reset: () => {
      setProblem(null);
      setStep({ kind: 'choose' });
    },
    cancel: () =>
      Promise.all(
        works.filter((work) => !isOver(work)).map(({ id }) => call(vehicleImportsCalls.cancel, { params: { id } })),
      ),
  };
}
