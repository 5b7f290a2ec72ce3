import '@mantine/core/styles/Drawer.css';
import { Button, Drawer } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { shownGrants } from '../editor/group-grants.ts';
import { useTree } from '../editor/tree/use-tree.ts';
import type { OpenGroup } from '../editor/use-group-saver.ts';
import { seenWith, type SeenSite } from './what-members-see.ts';
import classes from './member-preview.module.css';

/** A button in the head of a group that shows what its members see with it alone. */
export function MemberPreview({ open, name }: { open: OpenGroup; name: string }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('permissionGroups.preview.action')}
      </Button>
      {isOpen && (
        <Drawer
          opened
          position={i18n.dir() === 'rtl' ? 'left' : 'right'}
          size={475}
          onClose={() => setOpen(false)}
          title={t('permissionGroups.preview.title', { name })}
          transitionProps={{ duration: 120, transition: 'fade' }}
          closeButtonProps={{ 'aria-label': t('common.actions.close') }}
        >
          <SeenList open={open} />
        </Drawer>
      )}
    </>
  );
}

function SeenList({ open }: { open: OpenGroup }) {
  const { t } = useTranslation();
  const { tree, query } = useTree();
  const grants = useMemo(() => shownGrants(open.state, tree), [open.state, tree]);
  const seen = useMemo(() => seenWith(grants, tree), [grants, tree]);
  const organization = useNames(seen.organization);
  if (query.isPending) return <LoadingRows rows={4} />;
  if (query.error !== null)
    return <ErrorState title={t('permissionGroups.tree.failed')} failure={query.error} onRetry={query.refetch} />;
  const isNothing = seen.sites.length + seen.organization.length === 0;
  return (
    <>
      <p className={classes.lead}>{t('permissionGroups.preview.alone')}</p>
      {isNothing ? (
        <EmptyState title={t('permissionGroups.preview.none')} text={t('permissionGroups.preview.noneText')} />
      ) : (
        <>
          {seen.allCameras > 0 && (
            <p className={classes.sum} data-cameras={seen.cameraCount}>
              {t('permissionGroups.preview.cameras', { shown: seen.cameraCount, total: seen.allCameras })}
            </p>
          )}
          {seen.organization.length > 0 && (
            <section className={classes.site}>
              <h3>{t('permissionGroups.tree.organization')}</h3>
              <p>{organization}</p>
            </section>
          )}
          {seen.sites.map((site) => (
            <Site key={site.id} site={site} />
          ))}
        </>
      )}
    </>
  );
}

/** Names of permissions, as one line. */
const useNames = (names: readonly Permission[]): string => {
  const { t } = useTranslation();
  return names.map((name) => t(`permissions.names.${name}`)).join(' · ');
};

function Site({ site }: { site: SeenSite }) {
  const { t } = useTranslation();
  const can = useNames(site.can);
  return (
    <section className={classes.site} data-site={site.id}>
      <h3>
        <bdi>{site.name}</bdi>
      </h3>
      {can !== '' && <p>{can}</p>}
      {site.cameras.length === 0 ? (
        <p>{t('permissionGroups.preview.noCamera')}</p>
      ) : (
        <ul>
          {site.cameras.map((camera) => (
            <Camera key={camera.id} name={camera.name} can={camera.can} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Camera({ name, can }: { name: string; can: readonly Permission[] }) {
  return (
    <li>
      <bdi className={classes.camera}>{name}</bdi>
      <span className={classes.can}>{useNames(can)}</span>
    </li>
  );
}
