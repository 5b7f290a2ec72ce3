import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { ByPermission } from './by-permission.tsx';
import type { EditorAddress, EditorControl, EditorMode } from './editor-address.ts';
import type { Click } from './group-clicks.ts';
import { shownGrants } from './group-grants.ts';
import { subjects } from './matrix/matrix-subjects.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';
import type { OpenGroup } from './use-group-saver.ts';
import { useTree } from './tree/use-tree.ts';
import classes from './group-permissions.module.css';

const ByEntity = lazy(async () => ({ default: (await import('./by-entity.tsx')).ByEntity }));
const PermissionMatrix = lazy(async () => ({
  default: (await import('./matrix/permission-matrix.tsx')).PermissionMatrix,
}));
const EverythingMenu = lazy(async () => ({ default: (await import('./everything-menu.tsx')).EverythingMenu }));

const modes = ['matrix', 'permission', 'entity'] as const satisfies readonly EditorMode[];

/** A matrix wants room: on phones one permission, or one thing, is shown at a time. */
const useMode = ({ mode, permission }: EditorAddress): { mode: EditorMode; offered: readonly EditorMode[] } => {
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const wanted = mode ?? (permission === undefined ? 'matrix' : 'permission');
  return isWide
    ? { mode: wanted, offered: modes }
    : { mode: wanted === 'matrix' ? 'permission' : wanted, offered: modes.slice(1) };
};

/** What a group may do: as a matrix, by permission or by thing. Saves by itself; while something could not be saved, the server's state is shown. */
export function GroupPermissions({ open, control }: { open: OpenGroup; control: EditorControl }) {
  const { t } = useTranslation();
  const shown = useTree();
  const { mode, offered } = useMode(control.address);
  const { base, status } = open.state;
  const grants = useMemo(() => shownGrants(open.state, shown.tree), [open.state, shown.tree]);
  const change = (click: Click): void => open.saver.addFrom((state) => click(shownGrants(state, shown.tree)));
  if (shown.query.isPending) return <LoadingRows />;
  if (shown.query.error !== null)
    return (
      <ErrorState title={t('permissionGroups.tree.failed')} failure={shown.query.error} onRetry={shown.query.refetch} />
    );
  const { permission = 'CameraView', entity, subject = 'cameras' } = control.address;
  const isFixed = base.isAdministrators || status === 'conflict';
  return (
    <div className={classes.editor}>
      <UnsavedNotice open={open} />
      {base.isAdministrators && <p className={classes.fixed}>{t('permissionGroups.administrators.fixed')}</p>}
      <Toolbar
        end={
          isFixed ? undefined : (
            <Suspense>
              <EverythingMenu name={base.name} onChange={open.saver.add} />
            </Suspense>
          )
        }
      >
        <SegmentedControl
          aria-label={t('permissionGroups.mode.label')}
          value={mode}
          data={offered.map((value) => ({ value, label: t(`permissionGroups.mode.${value}`) }))}
          onChange={(value) => control.change({ mode: value as EditorMode })}
        />
        {mode === 'matrix' && (
          <SegmentedControl
            aria-label={t('permissionGroups.matrix.subject.label')}
            value={subject}
            data={subjects.map((value) => ({ value, label: t(`permissionGroups.matrix.subject.${value}`) }))}
            onChange={(value) => control.change({ subject: value as (typeof subjects)[number] })}
          />
        )}
        <SearchField label={t('permissionGroups.tree.search')} value={shown.search} onChange={shown.setSearch} />
        {shown.isCut && <span className={classes.note}>{t('permissionGroups.tree.cut')}</span>}
      </Toolbar>
      {mode === 'matrix' && (
        <Suspense fallback={<LoadingRows />}>
          <PermissionMatrix grants={grants} shown={shown} subject={subject} isFixed={isFixed} onChange={change} />
        </Suspense>
      )}
      {mode === 'entity' && (
        <Suspense fallback={<LoadingRows />}>
          <ByEntity
            grants={grants}
            shown={shown}
            entity={entity}
            isFixed={isFixed}
            onEntity={(next) => control.change({ entity: next })}
            onChange={change}
          />
        </Suspense>
      )}
      {mode === 'permission' && (
        <ByPermission
          grants={grants}
          shown={shown}
          permission={permission}
          isFixed={isFixed}
          onPermission={(next) => control.change({ permission: next })}
          onChange={change}
        />
      )}
    </div>
  );
}
