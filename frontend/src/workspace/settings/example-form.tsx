/** The words of an example, to take out a name that was missed. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { exampleEndpoints, type Example } from "../../../../src/workspace/api/examples.ts";
import { call } from "../../api/call.ts";
import { examplesQuery } from "../example-queries.ts";
import { SAID_HERE } from "../../api/mutations.ts";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextArea } from "../../components/form.tsx";
import { changed, fieldsOf } from "./example-words.ts";

export function ExampleForm({ example, onClose }: { example: Example; onClose: () => void }) {
  const client = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(example));
  const saving = useMutation({
    mutationFn: () =>
      call(exampleEndpoints.change, { params: { id: example.id }, body: changed(example, fields) }),
    meta: SAID_HERE,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: examplesQuery.queryKey });
      onClose();
    },
  });
  return (
    <DialogForm job={saving} onCancel={onClose} act="Save" onSubmit={() => saving.mutate()}>
      {fields.map((field, index) => (
        <TextArea
          key={`${field.place}${field.path}`}
          label={field.label}
          rows={1}
          value={field.value}
          className="w-full"
          onChange={(value) => setFields(fields.with(index, { ...field, value }))}
        />
      ))}
    </DialogForm>
  );
}
