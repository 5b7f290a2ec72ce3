import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { HomeTree } from './home-tree.tsx';
import classes from './home.module.css';

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
        <HomeTree forest={forest} chosenId={chosen?.location.id} onChoose={choose} />
      </div>
    </section>
  );
}
