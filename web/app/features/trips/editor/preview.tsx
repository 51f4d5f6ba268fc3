import { useStore } from 'zustand';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import type { PhotoUploadQueue } from '../photos/photo-upload-queue';
import { TripDialog } from '../trip-dialog';
import { useFormState } from './form-context';
import { previewTrip } from './preview-trip';

/** Preview in the portal's own dialog; its buttons only say that this is a preview. */
export function Preview({ queue, onClose }: { queue: PhotoUploadQueue; onClose: () => void }) {
  const { timeZone } = useSettings();
  const fields = useFormState((state) => state.fields);
  const stored = useFormState((state) => state.stored);
  const photos = useStore(queue.store, (state) => state.photos);
  const trip = previewTrip({ fields, stored, photos, timeZone });

  async function join(): Promise<boolean> {
    showAlert('info', 'Esta é só a prévia: nada foi reservado.');
    return false;
  }

  return (
    <TripDialog
      trip={trip}
      timeZone={timeZone}
      join={join}
      onClose={onClose}
      onFollow={(event) => {
        event.preventDefault();
        showAlert('info', 'Esta é só a prévia: o link abre a página no portal.');
      }}
    />
  );
}
