import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import classes from './home.module.css';

// It is read beside the page, not once the page is drawn: those who have many sites see it first.
const tree = import('./home-tree.tsx');
const HomeTree = lazy(async () => ({ default: (await tree).HomeTree }));
// Whoever draws it meets the failure.
tree.catch(() => undefined);

interface TreePanelProps {
  forest: readonly ForestNode[];
  chosen: ForestNode | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The tree beside the sites; on a phone above them, folded away until somebody asks for it. */
export function TreePanel({ forest, chosen, onChoose }: TreePanelProps) {
  const { t } = useTranslation();
  const bodyId = useId();
  const [isOpen, setOpen] = useState(false);
  const choose = (id: string | undefined): void => {
    setOpen(false);
    onChoose(id);
  };
  return (
    <section className={classes.tree} aria-label={t('locations.tree.label')}>
      <button
        type="button"
        className={classes.treeToggle}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{chosen?.location.name ?? t('locations.tree.all')}</span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <div id={bodyId} className={classes.treeBody} data-open={isOpen}>
        <Suspense>
          <HomeTree forest={forest} chosenId={chosen?.location.id} onChoose={choose} />
        </Suspense>
      </div>
    </section>
  );
}
