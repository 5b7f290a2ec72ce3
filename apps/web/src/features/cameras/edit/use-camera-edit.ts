import type { Camera } from '@sightline/contracts/cameras/camera';
import type { CameraSettingsRecord } from '@sightline/contracts/cameras/camera-edit';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { cameraById, cameraSettingsOf } from '../camera-queries.ts';
import { changeOf } from './camera-change.ts';
import {
  afterSaving,
  changedParts,
  draftOf,
  rebased,
  savedDraft,
  stillTyped,
  type CameraDraft,
  type DraftPart,
} from './camera-draft.ts';
import { problemsOf, type Problem } from './camera-problems.ts';
import { keepsLess } from './shown-parts.ts';

interface Saved {
  camera: Camera;
  record: CameraSettingsRecord;
}

interface Editing {
  /** What is saved, as this page knows it. */
  base: CameraDraft;
  revision: number;
  draft: CameraDraft;
  /** Fields that somebody else changed too, and differently; they stand as typed here. */
  both: readonly string[];
  /** Rises when the draft was replaced as a whole: editors with steps of their own begin anew. */
  epoch: number;
}

/** A camera that is being changed. */
export interface CameraEdit {
  draft: CameraDraft;
  epoch: number;
  changed: DraftPart[];
  /** Fields (dotted) that somebody else changed too, and differently; they stand as typed here. */
  both: readonly string[];
  problems: Problem[];
  /** Saving it deletes footage that is kept until now. */
  keepsLess: boolean;
  change: (part: Partial<CameraDraft>) => void;
  discard: () => void;
  save: () => void;
  isSaving: boolean;
  failure: unknown;
  /** Takes over what somebody else saved; what was typed here stays. */
  reload: () => void;
  isReloading: boolean;
}

const begin = ({ camera, record }: Saved, epoch = 0): Editing => {
  const base = draftOf(camera, record);
  return { base, draft: base, revision: Math.min(camera.revision, record.revision), both: [], epoch };
};

type SetEditing = Dispatch<SetStateAction<Editing>>;

/** Saves, and reads again, what a page changes. */
function useSaving(id: string, { base, draft, revision }: Editing, setEditing: SetEditing) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const readAgain = async (camera?: Camera): Promise<Saved> => {
    const [freshCamera, record] = await Promise.all([
      camera ?? client.fetchQuery({ ...cameraById(id), staleTime: 0 }),
      client.fetchQuery({ ...cameraSettingsOf(id), staleTime: 0 }),
    ]);
    return { camera: freshCamera, record };
  };
  const save = useMutation({
    mutationFn: async () => {
      const sent = draft;
      const camera = await call(camerasCalls.update, { params: { id }, body: { ...changeOf(base, draft), revision } });
      client.setQueryData(callKey(camerasCalls.get, { params: { id } }), camera);
      // It is saved, whether it can be read again or not.
      return { camera, sent, fresh: await readAgain(camera).catch(() => null) };
    },
    onSuccess: async ({ camera, sent, fresh }) => {
      setEditing((now) => {
        const next = fresh === null ? { base: savedDraft(sent), revision: camera.revision } : begin(fresh);
        const after = afterSaving(sent, now.draft, next.base);
        return {
          base: next.base,
          revision: next.revision,
          both: [],
          draft: after.draft,
          epoch: now.epoch + (after.isTouched ? 0 : 1),
        };
      });
      toastSuccess({ title: t('cameras.edit.saved') });
      await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
    },
  });
  const reload = useMutation({
    mutationFn: () => readAgain(),
    onSuccess: (fresh) => {
      save.reset();
      setEditing((now) => {
        const next = begin(fresh, now.epoch + 1);
        const { draft: kept, both } = rebased(now.base, now.draft, next.base);
        return { ...next, draft: kept, both: [...new Set([...now.both, ...both])] };
      });
    },
  });
  return { save, reload };
}

/** The draft of a camera: what is typed, whether it can be saved, and what happens when somebody else saved first. */
export function useCameraEdit({ camera, record }: Saved): CameraEdit {
  const [editing, setEditing] = useState(() => begin({ camera, record }));
  const { base, draft } = editing;
  const changed = changedParts(base, draft);
  const isDirty = changed.length > 0;
  const { save, reload } = useSaving(camera.id, editing, setEditing);
  useEffect(() => {
    // What somebody else saved is shown, unless something was typed here: then that stays, and saving tells of the conflict.
    if (!isDirty)
      setEditing((now) =>
        Math.min(camera.revision, record.revision) > now.revision ? begin({ camera, record }, now.epoch + 1) : now,
      );
  }, [camera, record, isDirty]);
  return {
    draft,
    epoch: editing.epoch,
    changed,
    both: stillTyped(editing.both, base, draft),
    problems: problemsOf(
      draft,
      camera.can.originals ? null : base.privacy,
      camera.hasPassword ? base.account.username : null,
    ),
    keepsLess: keepsLess(base, draft),
    change: (part) => setEditing((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    discard: () => {
      save.reset();
      setEditing((now) => ({ ...now, draft: now.base, both: [], epoch: now.epoch + 1 }));
    },
    save: () => save.mutate(),
    isSaving: save.isPending,
    failure: save.error ?? reload.error,
    reload: () => reload.mutate(),
    isReloading: reload.isPending,
  };
}
