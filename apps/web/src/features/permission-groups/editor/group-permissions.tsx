import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { ByPermission } from './by-permission.tsx';
import type { EditorControl } from './editor-address.ts';
import type { Click } from './group-clicks.ts';
import { shownGrants } from './group-grants.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';
import type { OpenGroup } from './use-group-saver.ts';
import { useTree } from './tree/use-tree.ts';
import classes from './group-permissions.module.css';

const ByEntity = lazy(async () => ({ default: (await import('./by-entity.tsx')).ByEntity }));
const EverythingMenu = lazy(async () => ({ default: (await import('./everything-menu.tsx')).EverythingMenu }));

/** What a group may do: by permission or by thing. Saves by itself; while something could not be saved, the server's state is shown. */
export function GroupPermissions({ open, control }: { open: OpenGroup; control: EditorControl }) {
  const { t } = useTranslation();
  const shown = useTree();
  const { base, status } = open.state;
  const grants = useMemo(() => shownGrants(open.state, shown.tree), [open.state, shown.tree]);
  const change = (click: Click): void => open.saver.addFrom((state) => click(shownGrants(state, shown.tree)));
  if (shown.query.isPending) return <LoadingRows />;
  if (shown.query.error !== null)
    return (
      <ErrorState title={t('permissionGroups.tree.failed')} failure={shown.query.error} onRetry={shown.query.refetch} />
    );
  const { mode = 'permission', permission = 'CameraView', entity } = control.address;
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
          data={(['permission', 'entity'] as const).map((value) => ({
            value,
            label: t(`permissionGroups.mode.${value}`),
          }))}
          onChange={(value) => control.change({ mode: value === 'entity' ? 'entity' : undefined })}
        />
        <SearchField label={t('permissionGroups.tree.search')} value={shown.search} onChange={shown.setSearch} />
        {shown.isCut && <span className={classes.note}>{t('permissionGroups.tree.cut')}</span>}
      </Toolbar>
      {mode === 'entity' ? (
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
      ) : (
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
