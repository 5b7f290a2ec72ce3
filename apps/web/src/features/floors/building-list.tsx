import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Building, FloorSummary } from '@sightline/contracts/floors/floor';
import { IconBuilding, IconDotsVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import type { FloorsDialog } from './floors-dialogs.tsx';
import classes from './floors.module.css';

interface ItemMenuProps {
  name: string;
  onEdit: () => void;
  onRemove: () => void;
  onAdd?: () => void;
}

function ItemMenu({ name, onEdit, onRemove, onAdd }: ItemMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('floors.menu', { name })}>
          <IconDotsVertical size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onAdd !== undefined && (
          <Menu.Item leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />} onClick={onAdd}>
            {t('floors.floor.add')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden="true" />} onClick={onEdit}>
          {t('floors.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />} onClick={onRemove}>
          {t('floors.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface BuildingListProps {
  buildings: readonly Building[];
  floorId: string | undefined;
  mayEdit: boolean;
  onDialog: (dialog: FloorsDialog) => void;
}

/** Buildings of a site and their floors, the highest above. */
export function BuildingList({ buildings, floorId, mayEdit, onDialog }: BuildingListProps) {
  const { t } = useTranslation();
  const line = (floor: FloorSummary, building: Building) => (
    <Row as="li" align="center" key={floor.id} className={classes.floorRow} data-current={floor.id === floorId}>
      <Link
        to="/location/floors"
        search={{ site: building.locationId, floor: floor.id }}
        className={classes.floorLink}
        aria-current={floor.id === floorId ? 'page' : undefined}
      >
        <Ellipsis className={classes.rowName}>{floor.name}</Ellipsis>
        <span className={classes.help}>
          {floor.hasPlan ? t('floors.floor.cameras', { count: floor.cameraCount }) : t('floors.floor.noPlan')}
        </span>
      </Link>
      {mayEdit && (
        <ItemMenu
          name={floor.name}
          onEdit={() => onDialog({ kind: 'editFloor', floor, building })}
          onRemove={() => onDialog({ kind: 'removeFloor', floor, building })}
        />
      )}
    </Row>
  );
  return (
    <nav className={classes.buildings} aria-label={t('floors.buildings')}>
      {buildings.map((building) => (
        <Stack as="section" gap={4} key={building.id}>
          <Row align="center" gap={8} className={classes.buildingHead}>
            <IconBuilding size={16} stroke={1.6} aria-hidden="true" />
            <Ellipsis as="h2" className={classes.rowName}>
              {building.name}
            </Ellipsis>
            {mayEdit && (
              <ItemMenu
                name={building.name}
                onAdd={() => onDialog({ kind: 'addFloor', building })}
                onEdit={() => onDialog({ kind: 'editBuilding', building })}
                onRemove={() => onDialog({ kind: 'removeBuilding', building })}
              />
            )}
          </Row>
          <ul>{building.floors.toReversed().map((floor) => line(floor, building))}</ul>
          {mayEdit && building.floors.length === 0 && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => onDialog({ kind: 'addFloor', building })}
            >
              {t('floors.floor.add')}
            </Button>
          )}
        </Stack>
      ))}
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => onDialog({ kind: 'addBuilding' })}
        >
          {t('floors.building.add')}
        </Button>
      )}
    </nav>
  );
}
