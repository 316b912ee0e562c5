// What the linter looks for in our JavaScript: defects, not taste; the layout is prettier's, the types are tsc's.
import js from "@eslint/js";
import globals from "globals";

const PAGE = ["web/js/**/*.js"];

export default [
  { ignores: ["**/node_modules/", "build/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.nodeBuiltin },
    rules: {
      "array-callback-return": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-len": ["error", { code: 120 }],
      "no-constructor-return": "error",
      "no-eval": "error",
      "no-extend-native": "error",
      "no-implied-eval": "error",
      "no-new-wrappers": "error",
      "no-return-assign": "error",
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-concat": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-promise-reject-errors": "error",
      radix: "error",
    },
  },
  { files: PAGE, languageOptions: { globals: globals.browser } },
  { files: ["web/sw.js"], languageOptions: { globals: globals.serviceworker } },
  // The functions that a test hands to the browser run there.
  { files: ["tests/browser/*.mjs"], languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.browser } } },
  { files: ["bench/**/*.js"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
];
