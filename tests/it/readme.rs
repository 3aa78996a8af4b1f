//! Checks the README against the service: commands and their output, statuses, paths, settings.

use sudoku_validator::http;

use crate::support::contract::documented;
use crate::support::service::settings;
use crate::support::{get, post, post_as};

const README: &str = include_str!("../../README.md");

/// Each curl command of the README: its path, the JSON that it sends, and the output below it.
fn curl_commands() -> Vec<(String, Option<String>, String)> {
    let blocks = README
        .split("```console\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    let commands = blocks.filter_map(|block| block.strip_prefix("$ curl "));
    commands
        .map(|command| {
            let (command, output) = command.trim_end().rsplit_once('\n').unwrap();
            let url = command
                .split("http://127.0.0.1:8080")
                .nth(1)
                .unwrap()
                .trim_end_matches('\'');
            let json = command
                .strip_prefix("--json '")
                .map(|rest| rest.split('\'').next().unwrap().to_owned());
            (url.to_owned(), json, output.to_owned())
        })
        .collect()
}

#[tokio::test]
async fn every_curl_command_prints_the_output_in_the_readme() {
    let commands = curl_commands();
    assert!(commands.len() >= 7);
    for (path, json, output) in commands {
        let response = match json {
            Some(json) => post(&path, json).await,
            None => get(&path).await,
        };
        assert_eq!(
            String::from_utf8(response.body).unwrap().trim_end(),
            output,
            "{path}"
        );
    }
}

/// The batch command of the README: its lines, its path, and the output below it.
fn batch_command() -> (String, &'static str, &'static str) {
    let command = README
        .split("$ printf '%s\\n' ")
        .nth(1)
        .unwrap()
        .split("\n```")
        .next()
        .unwrap();
    let (lines, command) = command.split_once(" |\n").unwrap();
    let (url, output) = command.split_once('\n').unwrap();
    (
        lines.replace(' ', "\n"),
        url.split("http://127.0.0.1:8080").nth(1).unwrap(),
        output,
    )
}

#[tokio::test]
async fn the_batch_command_prints_the_output_in_the_readme() {
    let (lines, path, output) = batch_command();
    assert_eq!(
        post_as("text/plain", path, lines).await.text().trim_end(),
        output
    );
}

/// `examples/clients/check` runs the files.
#[test]
fn each_client_in_the_readme_is_a_file() {
    for (language, file) in [
        (
            "js",
            include_str!("../../examples/clients/first-request.mjs"),
        ),
        ("js", include_str!("../../examples/clients/highlight.mjs")),
        ("js", include_str!("../../examples/clients/placement.mjs")),
        (
            "python",
            include_str!("../../examples/clients/first_request.py"),
        ),
    ] {
        assert!(
            README.contains(&format!("```{language}\n{file}```\n")),
            "{file}"
        );
    }
    for language in ["js", "python"] {
        let blocks = README.matches(&format!("```{language}\n")).count();
        assert_eq!(blocks, if language == "js" { 3 } else { 1 }, "{language}");
    }
}

#[test]
fn every_status_of_the_contract_is_in_the_readme() {
    for status in documented()
        .into_iter()
        .map(|(_, _, status)| status)
        .chain([404, 405])
    {
        assert!(README.contains(&format!("\n| {status} |")), "{status}");
    }
}

#[test]
fn every_endpoint_is_in_the_readme_with_a_curl_command() {
    for (path, method) in http::endpoints() {
        let row = format!("\n| `{method} {path}` |");
        assert!(README.contains(&row), "no row for {method} {path}");
        let url = format!("http://127.0.0.1:8080{}", path.split('{').next().unwrap());
        let mut commands = README.split("curl ").skip(1);
        let ends = |rest: &str| path.contains('{') || rest.starts_with(['\n', '\'', '?', ' ']);
        let is_called =
            |command: &str| command.split_once(&url).is_some_and(|(_, rest)| ends(rest));
        assert!(commands.any(is_called), "no curl command for {path}");
    }
}

#[test]
fn every_setting_is_in_the_readme() {
    for (flag, variable) in settings() {
        assert!(
            README.contains(&format!("| `{flag}` | `{variable}` |")),
            "{flag}"
        );
    }
}
