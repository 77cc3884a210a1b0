/** The same job as a playbook for Ansible's `uri` module. A playbook may be JSON, which is YAML. */
import { TOKEN } from "../measure.js";

const REQUEST = {
  headers: { Authorization: `Bearer ${TOKEN}`, Accept: "application/json" },
  body_format: "json",
};
const QUIET = { label: "{{ item.item.update | default(item.update) | default('attachment') }}" };

/** @param {string} file where the job is */
export function playbookFor(file) {
  const missing = "found.results | selectattr('status', 'equalto', 404) | map(attribute='item')";
  const tasks = [
    {
      name: "Read each resource",
      "ansible.builtin.uri": { ...REQUEST, url: "{{ item.read }}", status_code: [200, 404] },
      loop: "{{ job }}",
      loop_control: QUIET,
      register: "found",
    },
    creation("Create what is not there", `{{ ${missing} }}`),
    creation("Attach the rewards of what was created", `{{ ${missing} | map(attribute='attachments') | flatten }}`),
    {
      name: "Update what is different",
      "ansible.builtin.uri": {
        ...REQUEST,
        method: "PUT",
        url: "{{ item.item.update }}",
        body: "{{ item.item.body }}",
      },
      loop: "{{ found.results }}",
      loop_control: QUIET,
      when: "item.status == 200 and (item.json.data | combine(item.item.record)) != item.json.data",
    },
  ];
  const vars = { job: `{{ lookup('ansible.builtin.file', '${file}') | from_json }}` };
  return [{ hosts: "localhost", connection: "local", gather_facts: false, vars, tasks }];
}

/** A POST for each of them. */
function creation(name, loop) {
  const request = { ...REQUEST, method: "POST", url: "{{ item.create }}", body: "{{ item.body }}", status_code: 201 };
  return { name, "ansible.builtin.uri": request, loop, loop_control: QUIET };
}
