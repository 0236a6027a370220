// Python beside the page: Pyodide with the package in it. Takes [number, function, question], gives [number, answer].

import { loadPyodide } from "./pyodide/pyodide.mjs";

const answers = load();

async function load() {
  const [python, archive] = await Promise.all([
    loadPyodide(),
    fetch(new URL("package.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(archive, "zip", { extractDir: folder });
  return python.pyimport("answers");
}

answers.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);

addEventListener("message", async ({ data: [number, name, question] }) => {
  try {
    postMessage({ number, answer: (await answers)[name](question) });
  } catch (error) {
    postMessage({ number, failed: String(error) });
  }
});
